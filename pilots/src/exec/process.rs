//! A child process that speaks lines, with bounded reading and no way to block the caller.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use turnzero_contract::protocol::ToPilot;

/// Bytes of a line from the process, its newline apart.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Time to end by itself after the last message.
const GRACE: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(2);

/// Lines read ahead; a process that writes more waits.
const READ_AHEAD: usize = 4;

/// Why there is no line.
#[derive(Debug)]
pub(super) enum Silence {
    TimedOut,
    Ended(String),
    TooLong,
    Partial(String),
    NotText,
    Broken(String),
}

/// What the reading thread hands over.
enum Output {
    Line(String),
    Closed,
    TooLong,
    Partial(String),
    NotText,
    Broken(String),
}

/// The processes that run now, by the leaders of their groups.
struct Running {
    leaders: BTreeSet<u32>,
    /// The program is ending: nothing more may start.
    ending: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    leaders: BTreeSet::new(),
    ending: false,
});

/// Each change is one step, so a thread that panicked in between has left nothing half done.
fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the processes of every `exec:` pilot with what they started, and lets no other begin: for a program that
/// exits without dropping its pilots.
pub fn end_processes() {
    let mut running = running();
    running.ending = true;
    for leader in std::mem::take(&mut running.leaders) {
        kill_group(leader);
    }
}

pub(super) struct Process {
    child: Child,
    /// Lines for the writing thread; absent once the input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Output>,
    killed: bool,
}

impl Process {
    pub(super) fn start(command: &str) -> std::io::Result<Self> {
        let mut child = {
            let mut running = running();
            if running.ending {
                return Err(std::io::Error::other("the program is ending"));
            }
            let child = shell(command)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::inherit())
                .spawn()?;
            running.leaders.insert(child.id());
            child
        };
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("the process has no standard input or output"));
        };
        let (input, lines) = channel();
        let (found, output) = sync_channel(READ_AHEAD);
        thread::spawn(move || write_lines(stdin, &lines));
        thread::spawn(move || read_lines(stdout, &found));
        Ok(Self {
            child,
            input: Some(input),
            output,
            killed: false,
        })
    }

    /// Queues a message; a process that is gone shows when its answer is awaited.
    pub(super) fn send(&mut self, message: &ToPilot) -> Result<(), String> {
        let mut line = serde_json::to_vec(message).map_err(|error| format!("a message cannot be written: {error}"))?;
        line.push(b'\n');
        if let Some(input) = &self.input {
            // An error means that the writing thread met a closed pipe.
            let _ = input.send(line);
        }
        Ok(())
    }

    /// The next line, awaited until the deadline.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(Output::Line(line)) => Ok(line),
            Ok(Output::TooLong) => Err(Silence::TooLong),
            Ok(Output::Partial(line)) => Err(Silence::Partial(line)),
            Ok(Output::NotText) => Err(Silence::NotText),
            Ok(Output::Broken(why)) => Err(Silence::Broken(why)),
            Ok(Output::Closed) | Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended(self.status())),
            Err(RecvTimeoutError::Timeout) => Err(Silence::TimedOut),
        }
    }

    /// A line that came before anything was asked.
    pub(super) fn unasked(&mut self) -> Option<String> {
        match self.output.try_recv() {
            Ok(Output::Line(line) | Output::Partial(line)) => Some(line),
            _ => None,
        }
    }

    /// How the process ended, in words.
    fn status(&mut self) -> String {
        match self.wait(GRACE) {
            Some(status) => status.to_string(),
            None => "its output is closed but it still runs".to_owned(),
        }
    }

    fn wait(&mut self, limit: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(PAUSE),
                _ => return None,
            }
        }
    }

    /// A process that has been waited for gives its number away, so it is no longer to be killed by it.
    fn try_wait(&mut self) -> std::io::Result<Option<std::process::ExitStatus>> {
        let mut running = running();
        let waited = self.child.try_wait();
        if matches!(waited, Ok(Some(_))) {
            running.leaders.remove(&self.child.id());
        }
        waited
    }

    /// Ends the process and its children at once.
    pub(super) fn kill(mut self) {
        self.kill_now();
    }

    fn kill_now(&mut self) {
        self.killed = true;
        self.input = None;
        if matches!(self.try_wait(), Ok(None)) {
            kill_group(self.child.id());
        }
        running().leaders.remove(&self.child.id());
        // Failing means that it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.killed {
            return;
        }
        let _ = self.send(&ToPilot::End);
        self.input = None;
        if self.wait(GRACE).is_none() {
            self.kill_now();
        }
    }
}

/// The command in the system's shell, in a process group of its own where there are groups.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

/// Kills the group whose leader is `leader`, so that what the shell started goes too. The leader has not been
/// waited for, so its number is still its own.
#[cfg(unix)]
fn kill_group(leader: u32) {
    let _ = Command::new("sh")
        .args(["-c", "kill -s KILL -- \"-$0\"", &leader.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Writing has a thread of its own: a process that does not read must not block the caller.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, found: &SyncSender<Output>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let output = next_line(&mut reader);
        let last = !matches!(output, Output::Line(_));
        if found.send(output).is_err() || last {
            return;
        }
    }
}

fn next_line(reader: &mut impl BufRead) -> Output {
    let mut bytes = Vec::new();
    // One byte for the newline.
    let limit = LONGEST_LINE as u64 + 1;
    match reader.take(limit).read_until(b'\n', &mut bytes) {
        Err(error) => return Output::Broken(error.to_string()),
        Ok(0) => return Output::Closed,
        Ok(_) => {}
    }
    if bytes.last() != Some(&b'\n') {
        return if bytes.len() > LONGEST_LINE {
            Output::TooLong
        } else {
            Output::Partial(String::from_utf8_lossy(&bytes).into_owned())
        };
    }
    bytes.pop();
    match String::from_utf8(bytes) {
        Ok(line) => Output::Line(line),
        Err(_) => Output::NotText,
    }
}
