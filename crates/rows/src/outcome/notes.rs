//! The notes about an outcome, in the wording and order that programs which parse logs expect.

use feedrate_dataset::DataSetName;
use feedrate_dataset::library::FILES;
use feedrate_dataset::update::Changes;
use feedrate_program::Site;
use feedrate_values::Severity;

use super::data_set_notes::log_one_read;
use super::{DataSetMade, DataSetRead, DataSetUpdated, LineCount, Outcome, RejectedRows, StepEnd};
use crate::environment::log::Log;
use crate::evaluation::problems::Occurrences;

/// The note on a step that its errors stopped.
pub const STOPPED: &str = "The SAS System stopped processing this step because of errors.";

/// The maximum length of a line of positions.
const WIDTH: usize = 90;

impl Outcome {
    /// Logs the outcome of the step. Errors were logged when they occurred.
    pub fn log(&self, log: &mut dyn Log) {
        if matches!(self.ended, StepEnd::Looping) {
            log.message(Severity::Note, "DATA STEP stopped due to looping.");
        }
        self.log_files(log);
        self.log_problems(log);
        if self.is_failed() {
            log.message(Severity::Note, STOPPED);
        }
        for made in self.made.iter().skip(self.logged_makes) {
            if let Some(text) = made.compression_disabled().filter(|_| !self.made_is_logged) {
                log.message(Severity::Note, &text);
            }
        }
        self.log_read(log);
        for made in self.made.iter().skip(self.logged_makes) {
            if made.name.library() != FILES {
                self.log_made(made, log);
            }
        }
        for text in &self.indexes {
            log.message(Severity::Note, text);
        }
        for (severity, text) in &self.closing {
            match severity {
                Some(severity) => log.message(*severity, text),
                None => log.line(text.as_bytes()),
            }
        }
    }

    /// Logs the files of lines.
    fn log_files(&self, log: &mut dyn Log) {
        let mut note = |text: &str| log.message(Severity::Note, text);
        for file in &self.files_read {
            if file.lost {
                note("LOST CARD.");
            }
            if file.is_file {
                note(&records(&format!("read from the infile {}", file.name), &file.count));
            }
            if file.went_on {
                note("SAS went to a new line when INPUT statement reached past the end of a line.");
            }
            if file.scanned {
                note("SAS went to a new line when INPUT @'CHARACTER_STRING' scanned past the end of a line.");
            }
            if file.cut {
                note("One or more lines were truncated.");
            }
        }
        for file in &self.files_made {
            note(&records(&format!("written to the file {}", file.name), &file.count));
            if file.cut {
                note("One or more lines were truncated.");
            }
        }
    }

    /// Logs the problems with values.
    fn log_problems(&self, log: &mut dyn Log) {
        let mut note = |text: &str| log.message(Severity::Note, text);
        if !self.missing.is_empty() {
            note(&with_places(
                "Missing values were generated as a result of performing an operation on missing values.",
                &self.missing,
            ));
        }
        if !self.mathematical.is_empty() {
            note(&with_places(
                "Mathematical operations could not be performed at the following places. The results of \
                 the operations have been set to missing values.",
                &self.mathematical,
            ));
        }
        if self.has_repeats {
            note("MERGE statement has more than one data set with repeats of BY values.");
        }
        if self.has_repeated_master {
            log.message(
                Severity::Warning,
                "The MASTER data set contains more than one observation for a BY group.",
            );
        }
        log_cut_texts(&self.cut_texts, log);
        if self.is_format_narrow {
            log.message(
                Severity::Note,
                "At least one W.D format was too small for the number to be printed. The decimal may be \
                 shifted by the \"BEST\" format.",
            );
        }
    }

    /// Logs the data sets that were read and the one that was updated.
    fn log_read(&self, log: &mut dyn Log) {
        let mut note = |text: &str| log.message(Severity::Note, text);
        if let Some(updated) = &self.updated {
            note(&format!(
                "There were {} observations read from the data set {}.",
                updated.observations, updated.name
            ));
        }
        // The files of PROC IMPORT and EXPORT are told of as files of lines.
        let read = self.read.iter().filter(|read| read.name.library() != FILES);
        for read in read.skip(self.logged_reads) {
            log_one_read(read, &mut note);
        }
        if let Some(updated) = &self.updated {
            log_updated(updated, log);
        }
        for read in &self.read {
            for text in lost_text(read) {
                log.message(Severity::Warning, &text);
            }
        }
    }

    /// Logs a data set that was made, or would have been made.
    fn log_made(&self, made: &DataSetMade, log: &mut dyn Log) {
        let size = format!("{} observations and {} variables", made.observations, made.variables);
        if !self.is_failed() || made.account.is_some() {
            if self.made_is_logged {
                return;
            }
            log.message(Severity::Note, &format!("The data set {} has {size}.", made.name));
            if let Some(text) = made.compression() {
                log.message(Severity::Note, &text);
            }
        } else {
            log_incomplete(&made.name, &size, made.is_there, log);
        }
    }
}

/// Logs that a data set of this size, such as `0 observations and 2 variables`, was not made or replaced.
pub fn log_incomplete(name: &DataSetName, size: &str, is_there: bool, log: &mut dyn Log) {
    let text = format!("The data set {name} may be incomplete.  When this step was stopped there were {size}.");
    match is_there {
        true => {
            log.message(Severity::Warning, &text);
            let text = format!("Data set {name} was not replaced because this step was stopped.");
            log.message(Severity::Warning, &text);
        }
        false => log.message(Severity::Warning, &format!("{text}\nIt was not made.")),
    }
}

/// Logs the variables with values that were cut before a character of UTF-8, and their lengths.
pub fn log_cut_texts(cut: &[(String, u32)], log: &mut dyn Log) {
    for (name, length) in cut {
        log.message(
            Severity::Warning,
            &format!(
                "Values of {name} do not fit its length of {length} bytes, and a character of UTF-8 that the cut would \
                 split was left out. A longer LENGTH keeps it."
            ),
        );
    }
}

/// Logs what became of the data set of MODIFY.
fn log_updated(updated: &DataSetUpdated, log: &mut dyn Log) {
    let name = &updated.name;
    if updated.account.is_none() {
        let text = match &updated.remains {
            Some(remains) => remains.of(&name.to_string()),
            None => format!("Data set {name} is unchanged because this step was stopped."),
        };
        return log.message(Severity::Warning, &text);
    }
    let Changes {
        rewritten,
        added,
        deleted,
    } = updated.changes;
    log.message(
        Severity::Note,
        &format!(
            "The data set {name} has been updated.  There were {rewritten} observations rewritten, {added} \
             observations added and {deleted} observations deleted."
        ),
    );
    let RejectedRows { updates, adds } = updated.rejected;
    if updates + adds > 0 {
        let text = format!("There were {updates} rejected updates, {adds} rejected adds, and 0 rejected deletes.");
        log.message(Severity::Note, &text);
    }
}

fn records(what: &str, count: &LineCount) -> String {
    let LineCount {
        lines,
        shortest,
        longest,
    } = count;
    let (noun, verb) = if *lines == 1 {
        ("record", "was")
    } else {
        ("records", "were")
    };
    let mut text = format!("{lines} {noun} {verb} {what}.");
    if *lines > 0 {
        text.push_str(&format!(
            "\nThe minimum record length was {shortest}.\nThe maximum record length was {longest}."
        ));
    }
    text
}

fn with_places(text: &str, places: &[Occurrences]) -> String {
    let places: Vec<_> = places
        .iter()
        .map(|place_of| format!("{} at {}", place_of.times, place(place_of.site)))
        .collect();
    format!(
        "{text}\nEach place is given by: (Number of times) at (Line):(Column).\n{}",
        in_lines(&places)
    )
}

pub(super) fn place(site: Site) -> String {
    format!("{}:{}", site.line, site.column)
}

pub(super) fn in_lines(places: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for place in places {
        if length > 0 && length + 3 + place.len() > WIDTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push_str("   ");
            length += 3;
        }
        text.push_str(place);
        length += place.len();
    }
    text
}

/// Returns warnings about values that were truncated or altered as they were read, or are none.
fn lost_text(read: &DataSetRead) -> impl Iterator<Item = String> {
    let lost = &read.lost;
    let head = format!(
        "Some character data was lost during transcoding in the data set {}",
        read.name
    );
    let cut = (lost.cut > 0).then(|| {
        format!(
            "{head}: {} values are longer in UTF-8 than their variables and were cut. Read it through a library \
             with CVPMULTIPLIER=.",
            lost.cut
        )
    });
    let undefined = lost.first_undefined.as_ref().map(|first| {
        format!(
            "{head}: {} values have bytes that {} does not have, which became the replacement character; the \
             first is that of {} in observation {}.",
            lost.undefined, first.encoding, first.variable, first.observation
        )
    });
    let absurd = lost.absurd.as_ref().map(|absurd| {
        let none_can_be = match &absurd.format {
            Some(format) => format!("which none with the format {format} can be"),
            None => "which is hardly a value".to_owned(),
        };
        format!(
            "The data set {} may be damaged, or of a kind that is read wrongly: the value of {} in observation {} is \
             {:e}, {none_can_be}. Compare its values with those where it was made.",
            read.name, absurd.variable, absurd.observation, absurd.value
        )
    });
    cut.into_iter().chain(undefined).chain(absurd)
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::DataSetName;
    use feedrate_dataset::format::{Absurd, UndefinedValue, ValueLosses};

    use super::*;

    #[test]
    fn lost_text_is_noted_with_its_first_position() {
        let read = DataSetRead {
            name: DataSetName::new("in", "greek").unwrap(),
            observations: 9,
            at_random: false,
            condition: None,
            is_condition_compiled: false,
            lost: ValueLosses {
                cut: 2,
                undefined: 3,
                first_undefined: Some(UndefinedValue {
                    observation: 4,
                    variable: "town".into(),
                    encoding: "greek".into(),
                }),
                absurd: Some(Absurd {
                    observation: 1,
                    variable: "day".into(),
                    format: Some("DATE9.".into()),
                    value: 1.5e-310,
                }),
            },
            account: None,
            index: None,
        };
        let texts: Vec<_> = lost_text(&read).collect();
        insta::assert_snapshot!(texts.join("\n"), @r"
        Some character data was lost during transcoding in the data set IN.GREEK: 2 values are longer in UTF-8 than their variables and were cut. Read it through a library with CVPMULTIPLIER=.
        Some character data was lost during transcoding in the data set IN.GREEK: 3 values have bytes that greek does not have, which became the replacement character; the first is that of town in observation 4.
        The data set IN.GREEK may be damaged, or of a kind that is read wrongly: the value of day in observation 1 is 1.5e-310, which none with the format DATE9. can be. Compare its values with those where it was made.
        ");
    }
}
