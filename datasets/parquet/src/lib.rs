//! Parquet files from plain columns. Polars stays behind this crate, so that only it pays for
//! compiling polars.

mod error;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use polars::prelude::{
    Column as PolarsColumn, DataFrame, DataType, ParquetCompression, ParquetReader, ParquetWriter, SerReader,
    StatisticsOptions,
};

pub use error::Error;

/// A named column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name in the file.
    pub name: String,
    /// Its values.
    pub data: ColumnData,
}

/// Values of one column; `None` is null. Floats must be finite.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnData {
    /// 64-bit floats.
    F64(Vec<Option<f64>>),
    /// 64-bit signed integers.
    I64(Vec<Option<i64>>),
    /// Truth values.
    Bool(Vec<Option<bool>>),
    /// UTF-8 text.
    Str(Vec<Option<String>>),
}

impl ColumnData {
    /// Number of values, nulls included.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(values) => values.len(),
            Self::I64(values) => values.len(),
            Self::Bool(values) => values.len(),
            Self::Str(values) => values.len(),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Writes the columns as one zstd-compressed Parquet file: whole or not at all (temporary file in
/// the same folder, fsync, rename). The same columns give the same bytes with the same build.
///
/// # Errors
/// [`Error::Length`], [`Error::NotFinite`], [`Error::Name`] name the column; [`Error::Io`].
pub fn write_parquet(path: &Path, columns: &[Column]) -> Result<(), Error> {
    let height = columns.first().map_or(0, |column| column.data.len());
    let mut names = std::collections::BTreeSet::new();
    for column in columns {
        if column.data.len() != height {
            return Err(Error::Length {
                column: column.name.clone(),
                found: column.data.len(),
                expected: height,
            });
        }
        if column.name.is_empty() || !names.insert(column.name.as_str()) {
            return Err(Error::Name {
                column: column.name.clone(),
            });
        }
        if let ColumnData::F64(values) = &column.data
            && let Some(row) = values.iter().position(|v| v.is_some_and(|v| !v.is_finite()))
        {
            return Err(Error::NotFinite {
                column: column.name.clone(),
                row,
            });
        }
    }
    let frame = columns.iter().map(to_polars).collect();
    let mut frame = DataFrame::new(height, frame).map_err(Error::polars)?;
    let io = |source| Error::Io {
        path: path.to_path_buf(),
        source,
    };
    if fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink()) {
        return Err(io(std::io::Error::other("is a symbolic link")));
    }
    let (temporary, file) = create_temporary(path).map_err(io)?;
    let written = ParquetWriter::new(&file)
        .with_compression(ParquetCompression::Zstd(None))
        .with_statistics(StatisticsOptions::default())
        .set_parallel(false)
        .finish(&mut frame)
        .map_err(Error::polars)
        .and_then(|_| {
            file.sync_all()
                .and_then(|()| fs::rename(&temporary, path))
                .and_then(|()| File::open(folder_of(path))?.sync_all())
                .map_err(io)
        });
    if written.is_err() {
        // The old file stands; the temporary may be gone already.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A new file beside `path`. This crate keeps no dependency but polars, whose build any other one
/// would repeat.
fn create_temporary(path: &Path) -> std::io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let temporary = format!(".{name}.tmp-{}-{number}", std::process::id());
        let temporary = folder_of(path).join(temporary);
        match File::create_new(&temporary) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            created => return Ok((temporary, created?)),
        }
    }
}

fn to_polars(column: &Column) -> PolarsColumn {
    let name = column.name.as_str().into();
    match &column.data {
        ColumnData::F64(values) => PolarsColumn::new(name, values.as_slice()),
        ColumnData::I64(values) => PolarsColumn::new(name, values.as_slice()),
        ColumnData::Bool(values) => PolarsColumn::new(name, values.as_slice()),
        ColumnData::Str(values) => PolarsColumn::new(name, values.as_slice()),
    }
}

/// Reads a Parquet file of the four kinds of column that [`write_parquet`] writes.
///
/// # Errors
/// [`Error::Kind`] names a column of another kind; [`Error::Io`], [`Error::Polars`].
pub fn read_parquet(path: &Path) -> Result<Vec<Column>, Error> {
    let file = File::open(path).map_err(|source| Error::Io {
        path: path.to_path_buf(),
        source,
    })?;
    let frame = ParquetReader::new(file).finish().map_err(Error::polars)?;
    frame.columns().iter().map(from_polars).collect()
}

fn from_polars(column: &PolarsColumn) -> Result<Column, Error> {
    let data = match column.dtype() {
        DataType::Float64 => ColumnData::F64(column.f64().map_err(Error::polars)?.iter().collect()),
        DataType::Int64 => ColumnData::I64(column.i64().map_err(Error::polars)?.iter().collect()),
        DataType::Boolean => ColumnData::Bool(column.bool().map_err(Error::polars)?.iter().collect()),
        DataType::String => {
            let values = column.str().map_err(Error::polars)?;
            ColumnData::Str(values.iter().map(|v| v.map(str::to_owned)).collect())
        }
        other => {
            return Err(Error::Kind {
                column: column.name().to_string(),
                kind: other.to_string(),
            });
        }
    };
    Ok(Column {
        name: column.name().to_string(),
        data,
    })
}
