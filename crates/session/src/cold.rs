//! Inputs that are to be cold before the program first uses them, and their lines in the log.

use feedrate_connect::ColdInputs;
use feedrate_document::format;
use feedrate_pageio::cold::{self, SentFile, Share};

use crate::session::Session;

/// Makes the inputs of this session cold, as its client has told.
///
/// # Errors
///
/// Returns the reason why it cannot.
pub fn join_cold(inputs: Option<&ColdInputs>) -> Result<(), String> {
    let Some(inputs) = inputs else {
        return Ok(());
    };
    let share = Share {
        register: inputs.register.clone(),
        program: inputs.program,
    };
    cold::join(&share).map_err(|error| format!("--cold: its register cannot be used: {error}"))
}

/// Returns what a session of this program needs to make inputs cold.
pub(crate) fn of_session() -> Option<ColdInputs> {
    cold::share().map(inputs)
}

/// Returns the register of cold inputs for a program that runs at the same time as others, by its number among them.
pub fn cold_inputs_of_program(number: u32) -> Option<ColdInputs> {
    cold::share_with(number).map(inputs)
}

fn inputs(share: Share) -> ColdInputs {
    ColdInputs {
        register: share.register,
        program: share.program,
    }
}

impl Session<'_> {
    /// Logs the inputs that this process has made cold since this was last called, and the files of which only the time
    /// says that they are none.
    pub(crate) fn note_cold(&mut self) {
        for sent in cold::take_sent() {
            self.log.note(&text(&sent));
            if sent.changed_in_future {
                let text = format!(
                    "--cold: {} was last changed in the future. It counts as an input because this program is not \
                     known to have made it; compare the clocks of this machine and of the file's server.",
                    sent.path.display()
                );
                self.log.warning(&text);
            }
        }
        for path in cold::take_taken_for_made() {
            let text = format!(
                "--cold: {} was changed after the program began, and counts as made by it though it is not known to \
                 be. What of it is in the page cache stays there.",
                path.display()
            );
            self.log.note(&text);
        }
    }

    /// Ends a unit of the program, which has logged so many errors. Where an input did not become cold and the unit
    /// worked without it, such as without an index, that is an error after all.
    pub(crate) fn end_cold(&mut self, errors: u64) {
        self.note_cold();
        let refusals = cold::take_refusals();
        if errors == 0 && !refusals.is_empty() {
            for refusal in refusals {
                self.log.error(&refusal);
            }
            self.log.gap();
            self.execution.begin_checking(&mut self.log);
        }
        cold::end_step();
    }
}

fn text(sent: &SentFile) -> String {
    let left = match sent.left_bytes {
        0 => String::new(),
        bytes => format!(", and {} still are", format::amount(bytes)),
    };
    format!(
        "--cold: {} was sent out of the page cache before its first use. {} of its {} were there{left}.",
        sent.path.display(),
        format::amount(sent.resident_bytes),
        format::amount(sent.file_bytes),
    )
}
