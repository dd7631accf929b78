//! The numbers that lines of the program have in the log.

use std::collections::HashMap;

use feedrate_language::{Position, SourceId, Sources};
use feedrate_steps::ir::Site;

/// Which number in the log each line that was read has.
#[derive(Clone, Debug, Default)]
pub(super) struct LineNumbers {
    /// Of each text the lines that were read, as they came.
    runs: HashMap<SourceId, Vec<LineRun>>,
    /// Whether the texts are parts of a client's program, with places of their own there.
    are_of_client: bool,
}

/// Lines of a text that were read one behind the other, without a line of another text between them.
#[derive(Clone, Copy, Debug)]
struct LineRun {
    /// The first of them, and its number in the log.
    line: u32,
    number: u32,
    count: u32,
}

impl LineNumbers {
    /// A line of a text was read and has this number.
    pub(super) fn add(&mut self, source: SourceId, line: u32, number: u32) {
        let runs = self.runs.entry(source).or_default();
        match runs.last_mut() {
            Some(last)
                if last.line.checked_add(last.count) == Some(line)
                    && last.number.checked_add(last.count) == Some(number) =>
            {
                last.count += 1;
            }
            _ => runs.push(LineRun {
                line,
                number,
                count: 1,
            }),
        }
    }

    /// From now on texts are parts of a client's program.
    pub(super) fn begin_for_client(&mut self) {
        self.are_of_client = true;
    }

    /// Where a place is in the client's program, as `p.sas:17:5`, if it is one of a client's.
    pub(super) fn place_at_client(&self, position: Position, sources: &Sources) -> Option<String> {
        self.are_of_client.then(|| sources.describe(position))
    }

    /// The place that the log shows so, if it is in a line that was read. It is searched for, as only what
    /// ends a step wants it.
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

    /// The place as the log shows it. A line that the log has not shown keeps its own number.
    pub(super) fn site(&self, position: Position) -> Site {
        let line = position.line;
        let runs = self.runs.get(&position.source);
        // What is asked for was read last, more often than not.
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
