//! A real terminal: a pseudo-terminal whose screen is read as it comes.

use pty_process::Size;
use pty_process::blocking::{Pty, open};
use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(crate) const CTRL_C: u8 = 3;
pub(crate) const CTRL_D: u8 = 4;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program on a terminal.
pub(crate) struct Terminal {
    child: Child,
    pty: Arc<Pty>,
    screen: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
    seen: usize,
}

impl Terminal {
    pub(crate) fn start(command: Command) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(40, 120)).unwrap();
        let child = pty_process::blocking::Command::from(command).spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let screen: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (output, written) = (Arc::clone(&pty), Arc::clone(&screen));
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal without a program ends with an input error.
            while let Ok(count @ 1..) = (&*output).read(&mut bytes) {
                written.lock().unwrap().extend(&bytes[..count]);
            }
        });
        Self {
            child,
            pty,
            screen,
            reader,
            seen: 0,
        }
    }

    /// Everything on the screen so far, raw.
    pub(crate) fn raw(&self) -> String {
        String::from_utf8_lossy(&self.screen.lock().unwrap()).into_owned()
    }

    /// Waits until `text` comes; gives what came before and with it since the last wait.
    #[track_caller]
    pub(crate) fn until(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let new = String::from_utf8_lossy(&self.screen.lock().unwrap()[self.seen..]).into_owned();
            if let Some(at) = new.find(text) {
                let end = at + text.len();
                // A character cut in two at the end of the screen is after `text`.
                self.seen += end;
                return new[..end].replace('\r', "");
            }
            assert!(begun.elapsed() < PATIENCE, "no {text:?} on the screen:\n{}", self.raw());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until `text` is on the screen or the program has ended.
    pub(crate) fn until_or_end(&self, text: &str) {
        while !self.raw().contains(text) && !self.reader.is_finished() {
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    pub(crate) fn press(&mut self, key: u8) {
        (&*self.pty).write_all(&[key]).unwrap();
    }

    pub(crate) fn line(&mut self, line: &str) {
        (&*self.pty).write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Types a line and waits for what comes of it.
    #[track_caller]
    pub(crate) fn answer(&mut self, line: &str, then: &str) -> String {
        self.line(line);
        self.until(then)
    }

    /// Asks the program to end (SIGTERM).
    pub(crate) fn terminate(&self) {
        let kill = format!("kill -TERM {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    /// Ends the program at once (SIGKILL).
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    /// Waits for the end; gives the exit code (128 and the signal for a killed program) and the whole screen.
    pub(crate) fn end(mut self) -> (i32, String) {
        let status = self.child.wait().unwrap();
        self.reader.join().unwrap();
        let code = status.code().or(status.signal().map(|signal| 128 + signal));
        let screen = self.screen.lock().unwrap();
        (code.unwrap(), String::from_utf8_lossy(&screen).into_owned())
    }
}
