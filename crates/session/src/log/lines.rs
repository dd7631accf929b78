//! The numbers of the program's lines in the log.

use std::collections::HashMap;

use feedrate_language::{Position, SourceId, Sources};
use feedrate_program::Site;

/// The number in the log of each line that was read.
#[derive(Clone, Debug, Default)]
pub(super) struct LineNumbers {
    /// The lines that were read of each text, in order.
    runs: HashMap<SourceId, Vec<LineRun>>,
    /// True if the texts are parts of a client's program, with positions of their own there.
    are_of_client: bool,
}

/// Consecutive lines of a text, without a line of another text between them.
#[derive(Clone, Copy, Debug)]
struct LineRun {
    /// The first of the lines, and its number in the log.
    line: u32,
    number: u32,
    count: u32,
}

impl LineNumbers {
    /// Registers the number of a line that was read.
    pub(super) fn add(&mut self, source: SourceId, line: u32, number: u32) {
        let runs = self.runs.entry(source).or_default();
        match runs.last_mut() {
            Some(last)
                if last.line.checked_add(last.count) == Some(line)
                    && last.number.checked_add(last.count) == Some(number) =>
            {
                last.count += 1;
            }
            _ => runs.push(LineRun { line, number, count: 1 }),
        }
    }

    /// Declares that further texts are parts of a client's program.
    pub(super) fn begin_for_client(&mut self) {
        self.are_of_client = true;
    }

    /// Returns the position in the client's program, such as `p.sas:17:5`, if it is part of one.
    pub(super) fn place_at_client(&self, position: Position, sources: &Sources) -> Option<String> {
        self.are_of_client.then(|| sources.describe(position))
    }

    /// Returns the position of a site in the log, if it is in a line that was read. It is searched for linearly,
    /// because only a fault that ends a step needs it.
    pub(super) fn position(&self, site: Site) -> Option<Position> {
        self.runs.iter().find_map(|(&source, runs)| {
            let run = runs.iter().find(|run| {
                let numbers = u64::from(run.number)..u64::from(run.number) + u64::from(run.count);
                numbers.contains(&site.line.into())
            })?;
            Some(Position {
                source,
                line: run.line + (site.line - run.number),
                column: site.column,
                inside: None,
            })
        })
    }

    /// Returns a position as the log shows it. A line that the log has not shown keeps its own number.
    pub(super) fn site(&self, position: Position) -> Site {
        let line = position.line;
        let runs = self.runs.get(&position.source);
        // The line was usually read recently.
        let mut runs = runs.into_iter().flatten().rev();
        let run = runs.find(|run| {
            let lines = u64::from(run.line)..u64::from(run.line) + u64::from(run.count);
            lines.contains(&line.into())
        });
        Site {
            line: run.map_or(line, |run| run.number + (line - run.line)),
            column: position.column,
        }
    }
}
