//! The numbers that lines of the program have in the log.

use std::collections::HashMap;

use feedrate_program::{Position, SourceId, Sources};
use feedrate_steps::ir::Site;

/// Which number in the log each line that was read has.
#[derive(Clone, Debug, Default)]
pub struct LineNumbers {
    numbers: HashMap<(SourceId, u32), u32>,
    /// Whether the texts are parts of a client's program, with places of their own there.
    are_of_client: bool,
}

impl LineNumbers {
    /// A line of a text was read and has this number.
    pub fn add(&mut self, source: SourceId, line: u32, number: u32) {
        self.numbers.insert((source, line), number);
    }

    /// From now on texts are parts of a client's program.
    pub fn begin_for_client(&mut self) {
        self.are_of_client = true;
    }

    /// Where a place is in the client's program, as `p.sas:17:5`, if it is one of a client's.
    pub fn place_at_client(&self, position: Position, sources: &Sources) -> Option<String> {
        self.are_of_client.then(|| sources.describe(position))
    }

    /// The place that the log shows so, if it is in a line that was read. It is searched for, as only what
    /// ends a step wants it.
    pub fn position(&self, site: Site) -> Option<Position> {
        let mut lines = self.numbers.iter();
        let (&(source, line), _) = lines.find(|(_, number)| **number == site.line)?;
        Some(Position {
            source,
            line,
            column: site.column,
        })
    }

    /// The place as the log shows it. A line that the log has not shown keeps its own number.
    pub fn site(&self, position: Position) -> Site {
        let number = self.numbers.get(&(position.source, position.line));
        Site {
            line: number.copied().unwrap_or(position.line),
            column: position.column,
        }
    }
}
