//! The HTML report in a real browser: content, phone width, no request to anywhere.

use crate::support::*;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use turnzero_datasets::Provenance;
use turnzero_datasets::stats::Estimate;
use turnzero_experiments::report::{self, BundleFacts, CurvePoint, Options, Source, html};

/// Width of a small phone.
const PHONE: u32 = 360;

fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|program| program.is_file());
    if found.is_none() {
        assert!(
            std::env::var_os("TURNZERO_ALL_TESTS").is_none_or(|all| all != "1"),
            "needs chromium"
        );
        // Past the capture of the test harness, so that it is seen.
        let _ = writeln!(std::io::stderr(), "not run: needs chromium");
    }
    found
}

/// A proxy that refuses everything and remembers what was asked for.
fn proxy() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
            let mut bytes = [0_u8; 512];
            let n = stream.read(&mut bytes).unwrap_or(0);
            let line = String::from_utf8_lossy(&bytes[..n])
                .lines()
                .next()
                .unwrap_or("")
                .to_owned();
            seen.lock().unwrap().push(line);
            let _ = stream.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
        }
    });
    (port, asked)
}

/// The DOM of a page after its scripts, and what it asked the network for.
fn open(program: &Path, page: &Path, extra: &[String]) -> (String, Vec<String>) {
    let (port, asked) = proxy();
    let profile = tempfile::tempdir().unwrap();
    let mut child = Command::new(program)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("--proxy-server=127.0.0.1:{port}"))
        .arg("--proxy-bypass-list=<-loopback>")
        .arg(format!("--window-size={PHONE},800"))
        .args(["--virtual-time-budget=4000", "--dump-dom"])
        .args(extra)
        .arg(format!("file://{}", page.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut dom = String::new();
        let _ = stdout.read_to_string(&mut dom);
        dom
    });
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(90) {
            let _ = child.kill();
            panic!("the browser did not end in 90 s");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let dom = reader.join().unwrap();
    // What the browser asks for on its own account is not the page's doing.
    let own = ["google.com", "googleapis.com", "gstatic.com", "gvt1.com"];
    let asked = asked
        .lock()
        .unwrap()
        .iter()
        .filter(|line| !own.iter().any(|host| line.contains(host)))
        .cloned()
        .collect();
    (dom, asked)
}

fn attribute(dom: &str, name: &str) -> String {
    let start = dom
        .find(&format!("{name}=\""))
        .unwrap_or_else(|| panic!("no {name} in the page"))
        + name.len()
        + 2;
    dom[start..].split('"').next().unwrap().to_owned()
}

/// A report with everything in it: learned actor, curve, calibration, retest-free, long names.
fn rich() -> report::Report {
    let mut study = study("browser");
    let long = "exec:./a-very-long-program-name-without-any-space --with=many,options,that=never,wrap";
    play(&mut study, "human", HUMAN, &|_| {
        Some(said("three lands and a rock <script>document.title='owned'</script>"))
    });
    let bundle = Some("ab".repeat(32));
    start(
        &mut study,
        "spark",
        Provenance {
            pilot: "spark".to_owned(),
            bundle,
            ..Provenance::default()
        },
    );
    play(&mut study, "spark", CLOSE, &|_| Some(said("castable on turn two")));
    mute(&mut study, long, FAR);
    mute(&mut study, "heuristic", "KKKKKMMMMMKKKKKMMMKK");
    let bundles = |_: &str| {
        let point = |size, estimate| CurvePoint {
            size,
            unit: "rows",
            metric: "balanced accuracy",
            figure: Estimate::new(estimate, [estimate - 0.06, estimate + 0.05], 900),
        };
        Ok(BundleFacts {
            trained_on: Box::new(|group| group.ends_with("#3")),
            labels: Some("heuristic".to_owned()),
            curve: vec![
                point(250.0, 0.71),
                point(500.0, 0.8),
                point(1000.0, 0.86),
                point(2000.0, 0.9),
            ],
        })
    };
    let source = Source {
        file: "mulligan-study/browser.json",
        study: &study,
    };
    report::build(
        &[source],
        &Options {
            reference: None,
            bundles: &bundles,
        },
    )
    .unwrap()
}

#[test]
fn opens_on_a_phone_without_network() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().unwrap();
    let report = rich();
    let page = html::render(&report).unwrap();
    assert!(!page.contains("://"), "no address of any kind");
    let file = folder.path().join("report.html");
    std::fs::write(&file, &page).unwrap();

    let (dom, asked) = open(&program, &file, &[]);
    assert_eq!(asked, Vec::<String>::new());
    assert!(
        dom.contains("<title>Agreement with human</title>"),
        "a script in a reason ran, or the title is missing"
    );
    assert_eq!(
        dom.matches("<svg").count(),
        4,
        "agreement, pairs, learning curve, calibration"
    );
    assert_eq!(dom.matches("role=\"img\"").count(), 4);
    for words in [
        "agrees with human more often",
        "n = 20",
        "95 % CI",
        "Calibration of spark",
        "Learning curve of spark",
    ] {
        assert!(dom.contains(words), "{words}");
    }
    // The filter came up and counts every hand.
    let hands = report.disagreements.len();
    assert!(
        hands > 10 && dom.contains(&format!("{hands} of {hands} shown")),
        "{hands}"
    );
    assert_eq!(dom.matches("<article class=\"hand\"").count(), hands);
    assert_eq!(attribute(&dom, "data-overflow"), "0");
    // Every table has a caption and column headers.
    assert_eq!(dom.matches("<table").count(), dom.matches("<caption>").count());
    assert_eq!(dom.matches("<table").count(), dom.matches("<thead").count());
}

/// The report in a frame of phone width, measured from outside; browsers have a least window width.
fn framed(page: &str, css: &str) -> String {
    let quoted = page.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<!DOCTYPE html><title>frame</title><iframe width=\"{PHONE}\" height=\"800\" style=\"border:0\" srcdoc=\"{quoted}\"></iframe>\
         <script>var frame = document.querySelector('iframe'); frame.addEventListener('load', function () {{\
         var page = frame.contentDocument; var style = page.createElement('style'); style.textContent = '{css}'; page.head.append(style);\
         var root = page.documentElement; document.body.dataset.width = root.clientWidth;\
         document.body.dataset.wide = root.scrollWidth - root.clientWidth;\
         document.body.dataset.narrow = Array.from(page.querySelectorAll('caption, td, h3, li')).filter(function (t) {{ return t.getBoundingClientRect().width < 120; }}).length;\
         document.body.dataset.small = Array.from(page.querySelectorAll('svg text')).filter(function (t) {{ return t.getBoundingClientRect().height < 9; }}).length; }});\
         </script>"
    )
}

#[test]
fn nothing_is_wider_than_a_phone() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = html::render(&rich()).unwrap();
    let file = folder.path().join("frame.html");
    std::fs::write(&file, framed(&page, "")).unwrap();
    let (dom, _) = open(&program, &file, &[]);
    let width: u32 = attribute(&dom, "data-width").parse().unwrap();
    assert!((PHONE - 20..=PHONE).contains(&width), "{width}");
    assert_eq!(attribute(&dom, "data-wide"), "0");
    assert_eq!(attribute(&dom, "data-narrow"), "0", "no text is squeezed into a column");
    assert_eq!(attribute(&dom, "data-small"), "0", "text of plots stays readable");

    // The measurement can fail: tables that may not wrap are wider than the phone.
    std::fs::write(
        &file,
        framed(&page, "tr, td, th { display: revert; white-space: nowrap; }"),
    )
    .unwrap();
    let (dom, _) = open(&program, &file, &[]);
    assert!(attribute(&dom, "data-wide").parse::<u32>().unwrap() > 0);
}

#[test]
fn a_page_that_asks_the_network_is_noticed() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mutant.html");
    std::fs::write(
        &file,
        "<!DOCTYPE html><title>m</title><img src=\"http://report-mutant.invalid/x.png\">",
    )
    .unwrap();
    let (_, asked) = open(&program, &file, &[]);
    assert!(
        asked.iter().any(|line| line.contains("report-mutant.invalid")),
        "{asked:?}"
    );
    // The report's own policy stops the same request.
    let page = html::render(&rich()).unwrap();
    let page = page.replace("<main>", "<main><img src=\"http://report-mutant.invalid/x.png\">");
    std::fs::write(&file, page).unwrap();
    let (_, asked) = open(&program, &file, &[]);
    assert_eq!(asked, Vec::<String>::new());
}
