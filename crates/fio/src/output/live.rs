//! The status line while jobs run: `Jobs: 2 (f=2): [r(2)][50.0%][r=1024MiB/s][r=1024 IOPS][eta 00m:05s]`.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use feedrate_workload::load::{LoadState, ScheduleState, Watch};

use super::number::Style;
use crate::job::{Job, Jobs};
use crate::plan::Plan;

/// The settings of the status line.
#[derive(Clone, Copy, Debug)]
pub struct Status {
    /// True if it is on a terminal, where each line replaces the one before.
    pub is_terminal: bool,
    /// The interval of updates.
    pub every: Duration,
    /// The interval after which a line remains, and the next begins below it.
    pub newline: Option<Duration>,
}

/// A line that is updated.
#[derive(Debug)]
pub struct StatusLine<'a, W: Write> {
    jobs: &'a Jobs,
    plan: &'a Plan,
    status: Status,
    terminal: W,
    /// The present width of the line.
    width: usize,
    /// The time of the last line that remains, since the start of the jobs.
    stayed: Duration,
}

impl<'a, W: Write> StatusLine<'a, W> {
    /// Creates an empty line. `terminal` is not the stream of results.
    pub fn new(jobs: &'a Jobs, plan: &'a Plan, status: Status, terminal: W) -> Self {
        Self {
            jobs,
            plan,
            status,
            terminal,
            width: 0,
            stayed: Duration::ZERO,
        }
    }

    /// Ends the line, so that further output begins on an empty one.
    pub fn clear(&mut self) {
        if self.width > 0 {
            if self.status.is_terminal {
                self.show("");
            } else {
                self.write("\n");
            }
            self.width = 0;
        }
    }

    /// Replaces the line. The cursor is left at its start, as in fio.
    fn show(&mut self, line: &str) {
        let width = line.chars().count();
        self.write(&format!("{line:0$}\r", self.width.max(width)));
        self.width = width;
    }

    fn write(&mut self, text: &str) {
        // A failure to print the status is harmless.
        let _ = self
            .terminal
            .write_all(text.as_bytes())
            .and_then(|()| self.terminal.flush());
    }
}

impl<W: Write> Watch for StatusLine<'_, W> {
    fn look(&mut self, live: &ScheduleState) {
        let Some(line) = line(live, self.jobs, self.plan) else {
            return;
        };
        self.show(&line);
        if let Some(newline) = self.status.newline
            && live.elapsed.saturating_sub(self.stayed) >= newline
        {
            self.stayed = live.elapsed;
            self.write("\n");
            self.width = 0;
        }
    }

    fn look_every(&self) -> Duration {
        self.status.every
    }
}

/// Returns the line for a moment; `None` if nothing runs any more.
pub fn line(live: &ScheduleState, jobs: &Jobs, plan: &Plan) -> Option<String> {
    let loads = plan.schedule.batches.iter().flatten();
    let mut files = 0;
    let (mut bytes, mut blocks) = (0, 0);
    let mut running = 0;
    let mut map = String::new();
    let workers = plan.workers.iter().zip(loads);
    for ((worker, load), &state) in workers.zip(&live.states) {
        let job = jobs.jobs.get(worker.job)?;
        map.push(letter(state, job));
        if is_running(state) {
            running += 1;
            let open = load.open_at_once.map_or(usize::MAX, |open| open as usize);
            files += load.files.len().min(open);
            let (read, write) = (job.options.blocks.rw.reads(), job.options.blocks.rw.writes());
            let rate = &job.options.pace.rate;
            let iops = &job.options.pace.rate_iops;
            bytes += rate.read.filter(|_| read).unwrap_or(0) + rate.write.filter(|_| write).unwrap_or(0);
            blocks += iops.read.filter(|_| read).unwrap_or(0) + iops.write.filter(|_| write).unwrap_or(0);
        }
    }
    let waits = live
        .states
        .iter()
        .any(|state| matches!(state, LoadState::Waiting | LoadState::Ready | LoadState::LayingOut));
    if running == 0 && !waits {
        return None;
    }
    let style = Style {
        figures: 4,
        kb_base: 1024,
        bits: false,
    };
    let mut text = format!("Jobs: {running} (f={files})");
    // Writing to a string never fails.
    if bytes > 0 {
        let _ = write!(text, ", 0B/s-{}", style.rate(bytes).0);
    }
    if blocks > 0 {
        let _ = write!(text, ", 0-{blocks} IOPS");
    }
    let _ = write!(text, ": [{}]", run_lengths(&map));
    match live.share {
        Some(share) => {
            let _ = write!(text, "[{:.1}%]", (share * 100.0).clamp(0.0, 100.0));
        }
        None => text.push_str("[-.-%]"),
    }
    let ways = [("r", &live.rates.read), ("w", &live.rates.write)];
    let moving: Vec<_> = ways.iter().filter(|(_, rates)| rates.bytes > 0.0).collect();
    if !moving.is_empty() {
        let each = |text: &dyn Fn(f64, f64) -> String| {
            let parts = moving
                .iter()
                .map(|(name, rates)| format!("{name}={}", text(rates.bytes, rates.operations)));
            parts.collect::<Vec<_>>().join(",")
        };
        let rates = each(&|bytes, _| style.rate(bytes as u64).0);
        let blocks = each(&|_, blocks| style.count(blocks as u64));
        let _ = write!(text, "[{rates}][{blocks} IOPS]");
    }
    match live.left {
        Some(left) => {
            let _ = write!(text, "[eta {}]", duration(left));
        }
        None => text.push_str("[eta --]"),
    }
    Some(text)
}

fn is_running(state: LoadState) -> bool {
    matches!(
        state,
        LoadState::Ramping | LoadState::Running | LoadState::ReadingBack | LoadState::Flushing
    )
}

/// Returns fio's letter for the state of a worker.
fn letter(state: LoadState, job: &Job) -> char {
    let rw = job.options.blocks.rw;
    match state {
        LoadState::Waiting => 'P',
        LoadState::LayingOut => 'p',
        LoadState::Ready => 'I',
        LoadState::Ramping => '/',
        LoadState::Running => {
            let letter = match (rw.reads(), rw.writes()) {
                (true, true) => 'M',
                (true, false) => 'R',
                _ if rw.only_trims() => 'D',
                _ => 'W',
            };
            if rw.is_random() {
                letter.to_ascii_lowercase()
            } else {
                letter
            }
        }
        LoadState::ReadingBack => 'V',
        LoadState::Flushing => 'F',
        LoadState::Done => '_',
        LoadState::Failed => 'X',
    }
}

/// Formats letters with the lengths of their runs: `r(2),_(1)`.
fn run_lengths(letters: &str) -> String {
    let mut runs: Vec<(char, u32)> = Vec::new();
    for letter in letters.chars() {
        match runs.last_mut() {
            Some((held, count)) if *held == letter => *count += 1,
            _ => runs.push((letter, 1)),
        }
    }
    let runs: Vec<_> = runs
        .into_iter()
        .map(|(letter, count)| format!("{letter}({count})"))
        .collect();
    runs.join(",")
}

/// Formats a time as `05m:07s`, with hours and days before it if needed.
fn duration(time: Duration) -> String {
    let seconds = (time + Duration::from_millis(500)).as_secs();
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let rest = format!("{:02}m:{:02}s", seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => rest,
        (0, _) => format!("{hours:02}h:{rest}"),
        _ => format!("{days:02}d:{hours:02}h:{rest}"),
    }
}
