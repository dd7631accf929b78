//! The titles of rows: boxes beside boxes, each to the left of what is nested in it, or below one another.

use feedrate_steps::data::Faulted;

use super::branches::Branch;
use super::grid::{Alignment, Grid, Text};

/// How row titles stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct TitleRules {
    /// ROW=FLOAT: blank titles take no space.
    pub float: bool,
    /// INDENT=.
    pub indent: Option<usize>,
    /// Whether lines part the rows.
    pub separators: bool,
}

/// A title on the way to a row.
#[derive(Clone, Copy, Debug)]
struct Step<'t> {
    branch: &'t Branch<'t>,
    /// The columns of titles that it takes: the first, and the one behind the last.
    columns: (usize, usize),
    /// Its box, once it has one.
    cell: Option<usize>,
}

/// Gives the boxes of a row's values.
pub(super) type Values<'v> = dyn FnMut(usize, &mut Grid) -> Faulted<Vec<usize>> + 'v;

/// Puts rows into a grid.
pub(super) struct RowTitles<'t, 'g> {
    rules: TitleRules,
    /// How many columns the titles take.
    columns: usize,
    grid: &'g mut Grid,
    /// The titles of the row before.
    before: Vec<Step<'t>>,
    values: &'g mut Values<'g>,
    begun: bool,
}

/// How many columns titles take.
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

/// Whether a title takes space.
fn has_title(branch: &Branch<'_>, float: bool) -> bool {
    !float || !branch.is_blank()
}

impl<'t, 'g> RowTitles<'t, 'g> {
    pub(super) fn new(
        branches: &[Branch<'_>],
        rules: TitleRules,
        grid: &'g mut Grid,
        values: &'g mut Values<'g>,
    ) -> Self {
        Self {
            rules,
            columns: title_columns(branches, rules),
            grid,
            before: Vec::new(),
            values,
            begun: false,
        }
    }

    /// Puts all rows of a dimension.
    pub(super) fn put(&mut self, branches: &'t [Branch<'t>]) -> Faulted<()> {
        self.put_nested(branches, 0, &[])
    }

    fn put_nested(
        &mut self,
        branches: &'t [Branch<'t>],
        first: usize,
        outer: &[Step<'t>],
    ) -> Faulted<()> {
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

    /// Puts a row with its titles.
    fn row(&mut self, leaf: usize, mut path: Vec<Step<'t>>) -> Faulted<()> {
        // What a row is nested in has the box that it has in the row before, if that is nested in it too.
        for (step, before) in path.iter_mut().zip(&self.before) {
            if std::ptr::eq(step.branch, before.branch) {
                step.cell = before.cell;
            }
        }
        let values = (self.values)(leaf, self.grid)?;
        let is_first = !std::mem::replace(&mut self.begun, true);
        let line = is_first || self.rules.separators;
        if let Some(indent) = self.rules.indent {
            let text = Text::Indented(self.indented(&path, indent));
            let title = self.grid.add(text, Alignment::Left, false);
            self.grid.push([vec![title], values].concat(), line);
            self.before = path;
            return Ok(());
        }
        let is_new = |step: &Step<'_>, before: Option<&Step<'_>>| {
            before.is_none_or(|before| before.branch.node.id != step.branch.node.id)
        };
        let heads: Vec<bool> = path
            .iter()
            .enumerate()
            .map(|(depth, step)| {
                let is_there = step.columns.0 < step.columns.1;
                is_there
                    && step.cell.is_none()
                    && !step.branch.heading().is_empty()
                    && is_new(step, self.before.get(depth))
            })
            .collect();
        let mut above = vec![0; self.columns];
        let mut titles = vec![0; self.columns];
        let mut is_below_heading = false;
        for (step, &has_heading) in path.iter_mut().zip(&heads) {
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
            // What is nested in a level begins beside the level, and not beside the heading above it.
            let heading = match has_heading || is_below_heading {
                true => {
                    let heading = if has_heading {
                        step.branch.heading()
                    } else {
                        ""
                    };
                    let text = Text::Words(heading.to_owned());
                    self.grid.add(text, Alignment::Left, false)
                }
                false => cell,
            };
            is_below_heading |= has_heading;
            titles[step.columns.0..step.columns.1].fill(cell);
            above[step.columns.0..step.columns.1].fill(heading);
        }
        match heads.contains(&true) {
            true => {
                self.grid.push([above, values.clone()].concat(), line);
                self.grid
                    .push([titles, values].concat(), self.rules.separators);
            }
            false => self.grid.push([titles, values].concat(), line),
        }
        self.before = path;
        Ok(())
    }

    /// The titles of a row that stand below one another: those that the row before does not have.
    fn indented(&self, path: &[Step<'t>], indent: usize) -> Vec<(usize, String)> {
        let shared = path.iter().zip(&self.before);
        let shared = shared
            .take_while(|(step, before)| std::ptr::eq(step.branch, before.branch))
            .count();
        let shown = path
            .iter()
            .enumerate()
            .filter(|(_, step)| !step.branch.is_blank());
        let mut titles = Vec::new();
        for (level, (depth, step)) in shown.enumerate() {
            if depth >= shared {
                titles.push((level * indent, step.branch.text.to_owned()));
            }
        }
        titles
    }
}
