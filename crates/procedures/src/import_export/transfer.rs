//! Runs a step between a data set and a file, and logs it as the DATA step that it stands for.

use std::path::PathBuf;

use feedrate_dataset::DataSetName;
use feedrate_dataset::delimited::SharedTally;
use feedrate_dataset::library::FILES;
use feedrate_procedure::{Intent, OutputSize, Procedure};
use feedrate_program::{DataStep, Site, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{FileMade, FileRead, LineCount, Outcome};
use feedrate_values::function::SymbolScope;

/// The macro variable that is 1 after an error.
pub(super) const ERROR: &str = "_EFIERR_";

/// The macro variable with the number of records that were exported.
pub(super) const RECORDS: &str = "_EFIREC_";

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Import,
    Export,
}

/// A step that reads a file as a data set, or makes one.
#[derive(Debug)]
pub(super) struct TransferStep {
    pub step: DataStep,
    /// The DATA step that it stands for.
    pub text: String,
    /// The file, and its lines once the step has run.
    pub path: PathBuf,
    pub tally: SharedTally,
    pub direction: Direction,
    /// The data set.
    pub data_set: DataSetName,
}

impl Procedure for TransferStep {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn intent(&self) -> Intent<'_> {
        Intent::reading(&self.step, OutputSize::AsInput)
    }

    fn run_claimed(&self, _: Site, environment: &mut Environment<'_>) -> Outcome {
        for line in self.text.lines() {
            environment.log.source_line(line);
        }
        set(environment, ERROR, 0);
        if self.direction == Direction::Export {
            set(environment, RECORDS, 0);
        }
        let what = match self.direction {
            Direction::Import => "infile",
            Direction::Export => "file",
        };
        let path = self.path.display();
        let mut text = format!("The {what} {} is:\nFilename={path}", self.quoted());
        if self.direction == Direction::Import
            && let Ok(file) = std::fs::metadata(&self.path)
        {
            text.push_str(&format!(",\nFile Size (bytes)={}", file.len()));
        }
        environment.log.message(Severity::Note, &text);
        let mut outcome = feedrate_rows::run(&self.step, environment);
        match self.direction {
            Direction::Import => self.close_import(&mut outcome, environment),
            Direction::Export => self.close_export(&mut outcome, environment),
        }
        outcome
    }
}

impl TransferStep {
    fn close_import(&self, outcome: &mut Outcome, environment: &mut Environment<'_>) {
        if outcome.is_failed() || self.tally.get().invalid > 0 {
            set(environment, ERROR, 1);
        }
        if outcome.is_failed() {
            return;
        }
        outcome.files_read.push(FileRead {
            name: self.quoted(),
            is_file: true,
            count: self.count(),
            went_on: false,
            scanned: false,
            lost: false,
            cut: false,
        });
        let (rows, data_set) = (outcome.made.first(), &self.data_set);
        let rows = rows.map_or(0, |made| made.observations);
        let text = format!("{rows} rows created in {data_set} from {}.", self.path.display());
        outcome.closing.push((None, text));
        let text = format!("{data_set} data set was successfully created.");
        outcome.closing.push((Some(Severity::Note), text));
    }

    fn close_export(&self, outcome: &mut Outcome, environment: &mut Environment<'_>) {
        let made = outcome.made.iter().find(|made| made.name.library() == FILES);
        let (records, is_there) = made.map_or((0, false), |made| (made.observations, made.is_there));
        let path = self.path.display();
        if outcome.is_failed() {
            set(environment, ERROR, 1);
            let what = if is_there { "replaced" } else { "made" };
            let text = format!(
                "The file {} was not {what} because this step was stopped.",
                self.quoted()
            );
            outcome.closing.push((Some(Severity::Warning), text));
            return;
        }
        set(environment, RECORDS, records);
        outcome.files_made.push(FileMade {
            name: self.quoted(),
            count: self.count(),
            cut: false,
        });
        let text = format!("{records} records created in {path} from {}.", self.data_set);
        outcome.closing.push((None, text));
        let text = format!("\"{path}\" file was successfully created.");
        outcome.closing.push((Some(Severity::Note), text));
    }

    fn quoted(&self) -> String {
        format!("'{}'", self.path.display())
    }

    fn count(&self) -> LineCount {
        let tally = self.tally.get();
        LineCount {
            lines: tally.lines,
            shortest: tally.shortest,
            longest: tally.longest,
        }
    }
}

/// Sets a macro variable, as %LET does.
fn set(environment: &mut Environment<'_>, name: &str, value: u64) {
    let value = value.to_string();
    environment
        .symbols
        .set(name.as_bytes(), value.as_bytes(), SymbolScope::Nearest);
}
