//! Row titles: boxes side by side, each to the left of those nested in it, or indented below one another.

use feedrate_rows::StepResult;

use super::branches::Branch;
use super::grid::Grid;
use super::grid_cell::{Alignment, Text};

/// The layout of row titles.
#[derive(Clone, Copy, Debug)]
pub(super) struct TitleRules {
    /// ROW=FLOAT: whether blank titles take no space.
    pub float: bool,
    /// INDENT=: the indentation, if titles are below one another.
    pub indent: Option<usize>,
    /// True if there are rules between rows.
    pub separators: bool,
}

/// A title on the path to a row.
#[derive(Clone, Copy, Debug)]
struct Step<'t> {
    branch: &'t Branch<'t>,
    /// The title columns that it spans: the first, and the end.
    columns: (usize, usize),
    /// Its box, after it was added.
    cell: Option<usize>,
}

/// The titles of rows, and the text that becomes of them.
pub(super) trait RowSink {
    /// Returns the boxes of a row's values.
    fn values(&mut self, row: usize, grid: &mut Grid) -> StepResult<Vec<usize>>;

    /// Is called before a row that shares no box with those before it, which may leave the grid.
    fn row_begins_apart(&mut self, grid: &mut Grid) -> StepResult<()>;
}

/// Adds rows to a grid.
pub(super) struct RowTitles<'t, 'g, S> {
    rules: TitleRules,
    /// The number of title columns.
    columns: usize,
    grid: &'g mut Grid,
    /// The titles of the previous row.
    before: Vec<Step<'t>>,
    sink: &'g mut S,
    begun: bool,
}

/// Returns the number of title columns.
pub(super) fn title_columns(branches: &[Branch<'_>], rules: TitleRules) -> usize {
    match rules.indent {
        Some(_) => 1,
        None => depth(branches, rules.float).max(1),
    }
}

fn depth(branches: &[Branch<'_>], float: bool) -> usize {
    let depths = branches
        .iter()
        .map(|branch| usize::from(has_title(branch, float)) + depth(&branch.children, float));
    depths.max().unwrap_or(0)
}

/// Returns whether a title takes space.
fn has_title(branch: &Branch<'_>, float: bool) -> bool {
    !float || !branch.is_blank()
}

impl<'t, 'g, S: RowSink> RowTitles<'t, 'g, S> {
    pub(super) fn new(branches: &[Branch<'_>], rules: TitleRules, grid: &'g mut Grid, sink: &'g mut S) -> Self {
        Self {
            rules,
            columns: title_columns(branches, rules),
            grid,
            before: Vec::new(),
            sink,
            begun: false,
        }
    }

    /// Adds all rows of a dimension.
    pub(super) fn put(&mut self, branches: &'t [Branch<'t>]) -> StepResult<()> {
        self.put_nested(branches, 0, &[])
    }

    fn put_nested(&mut self, branches: &'t [Branch<'t>], first: usize, outer: &[Step<'t>]) -> StepResult<()> {
        for branch in branches {
            let inner = depth(&branch.children, self.rules.float);
            let end = match has_title(branch, self.rules.float) {
                true => self.columns.saturating_sub(inner).max(first),
                false => first,
            };
            // A row without any title has a blank one.
            let end = match branch.leaf {
                Some(_) => self.columns,
                None => end,
            };
            let mut path = outer.to_vec();
            path.push(Step {
                branch,
                columns: (first, end),
                cell: None,
            });
            match branch.leaf {
                Some(leaf) => self.row(leaf, path)?,
                None => self.put_nested(&branch.children, end, &path)?,
            }
        }
        Ok(())
    }

    /// Adds a row with its titles.
    fn row(&mut self, leaf: usize, mut path: Vec<Step<'t>>) -> StepResult<()> {
        let is_apart = match (path.first(), self.before.first()) {
            (Some(own), Some(before)) => !std::ptr::eq(own.branch, before.branch),
            _ => true,
        };
        if is_apart {
            self.sink.row_begins_apart(self.grid)?;
        }
        // An element shared with the previous row, including those around it, has the same box.
        for (step, before) in path.iter_mut().zip(&self.before) {
            if std::ptr::eq(step.branch, before.branch) {
                step.cell = before.cell;
            }
        }
        let values = self.sink.values(leaf, self.grid)?;
        let is_first = !std::mem::replace(&mut self.begun, true);
        let line = is_first || self.rules.separators;
        if let Some(indent) = self.rules.indent {
            let text = Text::Indented(self.indented(&path, indent));
            let title = self.grid.add(text, Alignment::Left, false);
            self.grid.push([vec![title], values].concat(), line);
            self.before = path;
            return Ok(());
        }
        let heads = self.heads(&path);
        let (above, titles) = self.boxes(&mut path, &heads);
        match heads.contains(&true) {
            true => {
                self.grid.push([above, values.clone()].concat(), line);
                self.grid.push([titles, values].concat(), self.rules.separators);
            }
            false => self.grid.push([titles, values].concat(), line),
        }
        self.before = path;
        Ok(())
    }

    /// Returns which titles on the path to a row have their heading above them.
    fn heads(&self, path: &[Step<'t>]) -> Vec<bool> {
        let is_new = |step: &Step<'_>, before: Option<&Step<'_>>| {
            before.is_none_or(|before| before.branch.node.id != step.branch.node.id)
        };
        let heads = path.iter().enumerate().map(|(depth, step)| {
            let is_there = step.columns.0 < step.columns.1;
            is_there && step.cell.is_none() && !step.branch.heading().is_empty() && is_new(step, self.before.get(depth))
        });
        heads.collect()
    }

    /// Adds the boxes of a row's titles, and returns those of the row of headings and those of the row of titles.
    fn boxes(&mut self, path: &mut [Step<'t>], heads: &[bool]) -> (Vec<usize>, Vec<usize>) {
        let mut above = vec![0; self.columns];
        let mut titles = vec![0; self.columns];
        let mut is_below_heading = false;
        for (step, &has_heading) in path.iter_mut().zip(heads) {
            if step.columns.0 >= step.columns.1 {
                continue;
            }
            let cell = match step.cell {
                Some(cell) => cell,
                None => {
                    let text = Text::Words(step.branch.text.to_owned());
                    self.grid.add(text, Alignment::Left, false)
                }
            };
            step.cell = Some(cell);
            // Elements nested in a level begin beside the level, not beside the heading above it.
            let heading = match has_heading || is_below_heading {
                true => {
                    let heading = if has_heading { step.branch.heading() } else { "" };
                    let text = Text::Words(heading.to_owned());
                    self.grid.add(text, Alignment::Left, false)
                }
                false => cell,
            };
            is_below_heading |= has_heading;
            titles[step.columns.0..step.columns.1].fill(cell);
            above[step.columns.0..step.columns.1].fill(heading);
        }
        (above, titles)
    }

    /// Returns the titles of a row that are below one another: those that the previous row does not share.
    fn indented(&self, path: &[Step<'t>], indent: usize) -> Vec<(usize, String)> {
        let shared = path.iter().zip(&self.before);
        let shared = shared
            .take_while(|(step, before)| std::ptr::eq(step.branch, before.branch))
            .count();
        let shown = path.iter().enumerate().filter(|(_, step)| !step.branch.is_blank());
        let mut titles = Vec::new();
        for (level, (depth, step)) in shown.enumerate() {
            if depth >= shared {
                titles.push((level * indent, step.branch.text.to_owned()));
            }
        }
        titles
    }
}
