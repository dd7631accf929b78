//! The transfers of a step, for each data set and for utility files, and whether storage or computing limited it.

use std::fmt::Write;

use feedrate_dataset::FileAccount;
use feedrate_dataset::library::FILES;
use feedrate_dataset::pages::StorageReads;
use feedrate_options::IoTable;
use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_pageio::{Direction, Discipline, Method};
use feedrate_rows::Outcome;

/// The share of a step's time from which on waiting for storage is reported as its limit.
pub const STORAGE_HOLDS: f64 = 0.5;

/// The share up to which computing is reported as its limit.
pub const COMPUTING_HOLDS: f64 = 0.2;

/// The fewest bytes that a step moves for its table to be shown by default: with fewer, storage is hardly the limit.
const WORTH_TELLING: u64 = 16_000_000;

/// The shortest time of a step for its table to be shown by default, in seconds.
const LONG: f64 = 1.0;

/// Returns whether a step has a table. By default it has one if it moved much, took long, used a pipe, or if there is a
/// note on how a data set was moved.
pub(crate) fn has_table(io_table: IoTable, uses: &[Use<'_>], real_seconds: f64) -> bool {
    match io_table {
        IoTable::All => true,
        IoTable::None => false,
        IoTable::Auto => {
            let mut accounts = uses.iter().map(|it| it.account);
            let bytes: u64 = accounts.clone().map(|account| account.moved.bytes).sum();
            real_seconds >= LONG
                || bytes >= WORTH_TELLING
                || accounts.any(|account| account.carriage.is_some() || !account.notes.is_empty())
        }
    }
}

/// A data set or the utility files of a step, with what was moved.
pub struct Use<'a> {
    name: String,
    account: &'a FileAccount,
    /// True if it was read by observation numbers.
    at_random: bool,
}

/// Returns the data sets of a step of which something was moved, and its utility files.
pub fn uses(outcome: &Outcome) -> Vec<Use<'_>> {
    let read = outcome.read.iter();
    let read = read.map(|read| (&read.name, read.account.as_ref(), read.at_random));
    let made = outcome.made.iter();
    let made = made.map(|made| (&made.name, made.account.as_ref(), false));
    let data_sets = read.chain(made).filter_map(|(name, account, at_random)| {
        let account = account?;
        Some(Use {
            name: match (name.library(), account.path.file_name()) {
                (FILES, Some(file)) => file.to_string_lossy().into_owned(),
                _ => name.to_string(),
            },
            account,
            at_random,
        })
    });
    let others = outcome.other_uses().map(|other| Use {
        name: other.name.clone(),
        account: &other.account,
        at_random: false,
    });
    let updated = outcome.updated.iter().filter_map(|updated| {
        Some(Use {
            name: updated.name.to_string(),
            account: updated.account.as_ref()?,
            at_random: updated.at_random,
        })
    });
    let utility = outcome.utility.iter().map(|account| Use {
        name: "utility files".to_owned(),
        account,
        at_random: false,
    });
    data_sets.chain(updated).chain(others).chain(utility).collect()
}

/// Returns the share of the page cache in all that was read. If files are read at the same time, the share of each is
/// unknown, but that of all is known.
pub fn cache_share(uses: &[Use<'_>], fetched: &StorageReads) -> CacheShare {
    let read = || {
        let accounts = uses.iter().map(|it| it.account);
        // Data from pipes are not in the page cache.
        accounts.filter(|account| account.direction == Direction::Read && account.carriage.is_none())
    };
    let uncounted = CacheShare::Unknown(UnknownBecause::NotCounted);
    match read().any(|account| account.cache == uncounted) {
        true => uncounted,
        false => fetched.share(read().map(|account| account.moved.bytes).sum()),
    }
}

/// Returns the lines of the table, with a heading; `None` if nothing was moved. `share` is that of the page cache in
/// all that was read.
pub fn lines(uses: &[Use<'_>], share: CacheShare, real_seconds: f64) -> Option<String> {
    let mut rows = Vec::new();
    let (mut waited, mut waited_for_pipes) = (0.0, None);
    let mut asides = Vec::new();
    for it in uses {
        let Use { name, account, .. } = it;
        rows.push(row(it));
        let stood_still = (account.waited + account.flush.unwrap_or_default()).as_secs_f64();
        match &account.carriage {
            None => waited += stood_still,
            Some(carriage) => {
                *waited_for_pipes.get_or_insert(0.0) += stood_still + carriage.waited_for_other_end.as_secs_f64();
            }
        }
        asides.extend(account.notes.iter().map(|note| format!("{name}: {note}")));
        if let Some(flush) = account.flush {
            asides.push(format!(
                "{name}: reached the device {:.2} s after its last page was written.",
                flush.as_secs_f64()
            ));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut text = String::from("Pages moved by this step:\n");
    text.push_str(&aligned(&rows));
    if share != CacheShare::Unknown(UnknownBecause::NothingRead) {
        let _ = match share.known() {
            Some(share) => writeln!(text, "The page cache served {:.0} % of the reading.", 100.0 * share),
            None => writeln!(text, "What the page cache served of the reading is unknown."),
        };
    }
    for aside in asides {
        let _ = writeln!(text, "{aside}");
    }
    let _ = write!(text, "{}", verdict(waited, waited_for_pipes, real_seconds));
    Some(text)
}

const HEAD: [&str; 7] = ["data set", "", "pages", "transfers", "MB", "MB/s", "how"];

fn row(it: &Use<'_>) -> [String; 7] {
    let Use { name, account, .. } = it;
    let direction = match account.direction {
        Direction::Read => "read",
        Direction::Write => "written",
    };
    [
        name.clone(),
        direction.to_owned(),
        account.moved.pages.to_string(),
        account.moved.transfers.to_string(),
        format!("{:.1}", account.moved.bytes as f64 / 1e6),
        account
            .mb_per_second()
            .map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}")),
        how(it),
    ]
}

/// Returns the method and the discipline, such as `direct x 16, overlapped`, or that it was read at random; for a pipe,
/// its carrier and how long it took until the other end connected.
fn how(it: &Use<'_>) -> String {
    let account = it.account;
    if let Some(carriage) = &account.carriage {
        let other = match account.direction {
            Direction::Read => "writer",
            Direction::Write => "reader",
        };
        return format!(
            "{}, waited {:.1} s for the {other}",
            carriage.carrier,
            carriage.waited_for_other_end.as_secs_f64()
        );
    }
    let method = match account.method {
        Method::Direct { pages_per_transfer } => format!("direct x {pages_per_transfer}"),
        Method::Cached => "cached".to_owned(),
        other => other.name().to_owned(),
    };
    match account.discipline {
        _ if it.at_random => format!("{method}, at random"),
        Discipline::AsSas => format!("{method}, as SAS"),
        Discipline::Overlapped => format!("{method}, overlapped"),
    }
}

fn aligned(rows: &[[String; 7]]) -> String {
    let head = HEAD.map(str::to_owned);
    let all = || std::iter::once(&head).chain(rows);
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| all().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in all() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            // Text is left-aligned, numbers are right-aligned.
            let _ = match column {
                0 | 1 | 6 => write!(line, "{cell:<width$}  "),
                _ => write!(line, "{cell:>width$}  "),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Returns what limited the step: storage, the steps at the other ends of pipes, or computing.
fn verdict(waited: f64, waited_for_pipes: Option<f64>, real_seconds: f64) -> String {
    let share = |seconds: f64| match real_seconds > 0.0 {
        true => (seconds / real_seconds).min(1.0),
        false => 0.0,
    };
    let storage = share(waited);
    let Some(pipes) = waited_for_pipes.map(share) else {
        let holder = if storage >= STORAGE_HOLDS {
            "storage held it"
        } else if storage <= COMPUTING_HOLDS {
            "its own computing held it"
        } else {
            "storage and computing held it alike"
        };
        return format!(
            "The step waited for storage {:.0} % of its time: {holder}.",
            100.0 * storage
        );
    };
    let holder = if storage.max(pipes) <= COMPUTING_HOLDS {
        "its own computing held it"
    } else if pipes >= STORAGE_HOLDS {
        "the other ends of its pipes held it"
    } else if storage >= STORAGE_HOLDS {
        "storage held it"
    } else {
        "they and its own computing held it alike"
    };
    format!(
        "The step waited for storage {:.0} % of its time and for pipes {:.0} %: {holder}.",
        100.0 * storage,
        100.0 * pipes
    )
}
