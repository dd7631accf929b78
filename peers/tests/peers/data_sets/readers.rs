//! Those who read data sets.

use std::env;
use std::path::Path;

use super::contents::{Cell, Contents, number};
use crate::program::peer_succeeds;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Pandas,
    Pyreadstat,
    Parso,
}

impl Reader {
    pub const ALL: [Self; 3] = [Self::Pandas, Self::Pyreadstat, Self::Parso];

    /// Returns its readings of some files, in their order.
    pub fn read(self, paths: &[impl AsRef<Path>]) -> Vec<Contents> {
        let paths: Vec<&str> = paths
            .iter()
            .map(|path| path.as_ref().to_str().expect("paths of tests are UTF-8"))
            .collect();
        let printed = match self {
            Self::Pandas => python("describe.py", &[&["pandas"], &paths[..]].concat()),
            Self::Pyreadstat => python("describe.py", &[&["pyreadstat"], &paths[..]].concat()),
            Self::Parso => {
                let jars = variable("FEEDRATE_PARSO") + "/*";
                let main = concat!(env!("CARGO_MANIFEST_DIR"), "/java/Describe.java");
                peer_succeeds("java", [&["-cp", &jars, main], &paths[..]].concat())
            }
        };
        let lines = printed.lines();
        lines.map(|line| self.parsed(line)).collect()
    }

    /// A line of what a script prints; formats have no dot at their ends.
    fn parsed(self, line: &str) -> Contents {
        let mut contents: Contents = serde_json::from_str(line).expect("contents as JSON");
        for format in contents.columns.iter_mut().flat_map(|column| &mut column.format) {
            format.truncate(format.trim_end_matches('.').len());
        }
        contents
    }

    /// Asserts that it finds in a file what is expected, as far as it can tell.
    #[track_caller]
    pub fn assert_finds(self, expected: &Contents, path: &Path) {
        let read = self.read(&[path]).remove(0);
        read.assert_is(&self.as_told(expected), &format!("{self:?}"));
    }

    /// Returns what it tells of a data set, which is less than all for most.
    pub fn as_told(self, contents: &Contents) -> Contents {
        let mut told = contents.clone();
        for format in told.columns.iter_mut().flat_map(|column| &mut column.format) {
            *format = self.format_as_told(format);
        }
        for cell in told.rows.iter_mut().flatten() {
            if let Some(as_told) = self.cell_as_told(cell) {
                *cell = as_told;
            }
        }
        told
    }

    fn format_as_told(self, format: &str) -> String {
        let whole = format.trim_end_matches('.');
        match self {
            // Widths come apart from the names.
            Self::Pandas => whole.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit()),
            Self::Pyreadstat | Self::Parso => whole,
        }
        .to_owned()
    }

    /// Returns what it tells of a value, if that is not the value.
    fn cell_as_told(self, cell: &Cell) -> Option<Cell> {
        match (self, cell) {
            // They do not say which missing value it is.
            (Self::Pandas | Self::Parso, Cell::Special { .. }) => Some(Cell::Missing),
            (Self::Parso, Cell::Number(bits)) => rounded_by_parso(bits.value()),
            _ => None,
        }
    }
}

/// Returns what parso makes of some numbers: it takes those above 0 and below 1E-300 for missing, and those next to a
/// whole number for that number.
fn rounded_by_parso(value: f64) -> Option<Cell> {
    let whole = value.round();
    if value > 0.0 && value < 1e-300 {
        Some(Cell::Missing)
    } else if value != whole && (value - whole).abs() < 1e-14 {
        // It has no negative zero, because it has whole numbers for them.
        Some(number(whole + 0.0))
    } else {
        None
    }
}

/// Runs one of the scripts, and gives what it printed.
pub fn python(script: &str, arguments: &[&str]) -> String {
    let python = env::var("FEEDRATE_PEERS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = format!("{}/python/{script}", env!("CARGO_MANIFEST_DIR"));
    peer_succeeds(&python, [&[script.as_str()], arguments].concat())
}

/// The folder that a variable of the environment names.
pub fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is needed here; .ci/run makes what it names"))
}
