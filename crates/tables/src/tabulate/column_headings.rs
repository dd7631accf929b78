//! Column headings: boxes in rows, each above those nested in it.

use std::ops::Range;

use super::branches::Branch;
use super::grid::Grid;
use super::grid_cell::{Alignment, Text};

/// A heading with those below it.
#[derive(Debug)]
pub(super) struct Heading<'t> {
    text: &'t str,
    below: Vec<Self>,
    /// The columns under it: the first, and the end.
    columns: (usize, usize),
    /// The height of the heading and those below it, in boxes.
    height: usize,
}

impl<'t> Heading<'t> {
    /// Returns the headings of a dimension. Blank headings take no space.
    pub(super) fn of(branches: &'t [Branch<'t>]) -> Vec<Self> {
        let mut headings: Vec<Self> = Vec::new();
        for group in branches.chunk_by(|a, b| a.node.id == b.node.id) {
            let mut of_group = Vec::new();
            for branch in group {
                let below = Self::of(&branch.children);
                let columns = columns(branch);
                match branch.is_blank() && !below.is_empty() {
                    true => of_group.extend(below),
                    false => {
                        let shows = !branch.is_blank();
                        of_group.push(Self::new(branch.text, shows, below, columns));
                    }
                }
            }
            let ends = (of_group.first(), of_group.last());
            match (group.first().map(Branch::heading), ends) {
                (Some(text), (Some(first), Some(last))) if !text.is_empty() => {
                    let columns = (first.columns.0, last.columns.1);
                    headings.push(Self::new(text, true, of_group, columns));
                }
                _ => headings.extend(of_group),
            }
        }
        headings
    }

    /// Returns a heading. It takes space if it `shows` text or has headings below it.
    fn new(text: &'t str, shows: bool, below: Vec<Self>, columns: (usize, usize)) -> Self {
        let of_below = Self::height(&below);
        Self {
            text,
            below,
            columns,
            height: of_below + usize::from(of_below > 0 || shows),
        }
    }

    /// Returns the height of headings, in boxes.
    pub(super) fn height(headings: &[Self]) -> usize {
        let heights = headings.iter().map(|heading| heading.height);
        heights.max().unwrap_or(0)
    }

    /// Adds the headings of a panel's columns to `height` rows of a grid from `top` on. Headings at lower levels have
    /// one row each; the first has the others.
    pub(super) fn put(
        headings: &[Self],
        top: usize,
        height: usize,
        grid: &mut Grid,
        rows: &mut [Vec<usize>],
        panel: &Panel,
    ) {
        // Headings are in the order of their columns.
        let first = headings.partition_point(|heading| heading.columns.1 <= panel.columns.start);
        for heading in &headings[first..] {
            let start = heading.columns.0.max(panel.columns.start);
            let end = heading.columns.1.min(panel.columns.end);
            if start >= end {
                break;
            }
            let below = Self::height(&heading.below).min(height.saturating_sub(1));
            let own = height - below;
            let cell = grid.add(Text::Words(heading.text.to_owned()), Alignment::Center, true);
            for row in rows.iter_mut().skip(top).take(own) {
                row[panel.place(start)..panel.place(end)].fill(cell);
            }
            Self::put(&heading.below, top + own, below, grid, rows, panel);
        }
    }
}

/// A range of columns of a grid.
pub(super) struct Panel {
    /// The number of title columns before them.
    pub titles: usize,
    pub columns: Range<usize>,
}

impl Panel {
    /// Returns the index of a column in a row of the grid.
    fn place(&self, column: usize) -> usize {
        self.titles + column - self.columns.start
    }
}

/// Returns the range of columns of a branch.
fn columns(branch: &Branch<'_>) -> (usize, usize) {
    if let Some(leaf) = branch.leaf {
        return (leaf, leaf + 1);
    }
    let first = branch.children.first().map(columns);
    let last = branch.children.last().map(columns);
    (first.map_or(0, |(first, _)| first), last.map_or(0, |(_, last)| last))
}
