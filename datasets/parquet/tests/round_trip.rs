//! What is written is read back, bit for bit, and bad tables leave no file.

use std::fs;
use std::path::{Path, PathBuf};

use turnzero_parquet::{Column, ColumnData, Error, read_parquet, write_parquet};

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("parquet-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn column(name: &str, data: ColumnData) -> Column {
    Column {
        name: name.to_owned(),
        data,
    }
}

fn table() -> Vec<Column> {
    vec![
        column(
            "weight",
            ColumnData::F64(vec![Some(1.577_777_777_777_000_1), None, Some(-0.0), Some(5e-324)]),
        ),
        column("row", ColumnData::I64(vec![Some(1), Some(-2), None, Some(i64::MAX)])),
        column(
            "unsure",
            ColumnData::Bool(vec![Some(true), Some(false), None, Some(true)]),
        ),
        column(
            "reason",
            ColumnData::Str(vec![
                Some("\u{c9}t\u{e9}, \"quoted\"\nline".to_owned()),
                None,
                Some(String::new()),
                Some("|".to_owned()),
            ]),
        ),
    ]
}

#[test]
fn every_kind_comes_back_bit_for_bit() {
    let dir = Folder::new("kinds");
    let path = dir.path().join("t.parquet");
    write_parquet(&path, &table()).unwrap();
    let back = read_parquet(&path).unwrap();
    assert_eq!(back, table());
    let ColumnData::F64(values) = &back[0].data else {
        panic!("weight is a float column");
    };
    assert_eq!(values[2].unwrap().to_bits(), (-0.0_f64).to_bits());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no temporary stays");
}

#[test]
fn the_same_columns_give_the_same_bytes() {
    let dir = Folder::new("bytes");
    let (a, b) = (dir.path().join("a"), dir.path().join("b"));
    let rows = 50_000_i64;
    let values = (0..rows).map(|i| Some((i % 97) as f64 / 7.0)).collect();
    let text = (0..rows).map(|i| Some(format!("group#{}", i / 3))).collect();
    let columns = [
        column("x", ColumnData::F64(values)),
        column("group", ColumnData::Str(text)),
    ];
    write_parquet(&a, &columns).unwrap();
    write_parquet(&b, &columns).unwrap();
    assert_eq!(fs::read(&a).unwrap(), fs::read(&b).unwrap());
    assert_eq!(read_parquet(&a).unwrap(), columns);
}

#[test]
fn bad_tables_are_refused_by_name_and_leave_no_file() {
    let dir = Folder::new("bad");
    let path = dir.path().join("t.parquet");
    let uneven = [
        column("a", ColumnData::I64(vec![Some(1)])),
        column("b", ColumnData::I64(vec![])),
    ];
    assert!(matches!(
        write_parquet(&path, &uneven),
        Err(Error::Length { column, found: 0, expected: 1 }) if column == "b"
    ));
    let twice = [
        column("a", ColumnData::I64(vec![])),
        column("a", ColumnData::I64(vec![])),
    ];
    assert!(matches!(write_parquet(&path, &twice), Err(Error::Name { .. })));
    let nan = [column("a", ColumnData::F64(vec![Some(0.0), Some(f64::NAN)]))];
    assert!(matches!(
        write_parquet(&path, &nan),
        Err(Error::NotFinite { row: 1, .. })
    ));
    assert!(!path.exists());
    fs::write(&path, b"PAR1 not really").unwrap();
    assert!(matches!(read_parquet(&path), Err(Error::Polars(_))));
}

#[test]
fn an_empty_table_is_a_table() {
    let dir = Folder::new("empty");
    let path = dir.path().join("t.parquet");
    let empty = [column("a", ColumnData::Str(vec![]))];
    write_parquet(&path, &empty).unwrap();
    assert_eq!(read_parquet(&path).unwrap(), empty);
}
