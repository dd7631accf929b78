//! The headings of columns: boxes above boxes, each above what is nested in it.

use super::branches::Branch;
use super::grid::{Grid, Side, Text};

/// A heading, with those below it.
#[derive(Debug)]
pub(super) struct Heading<'t> {
    text: &'t str,
    below: Vec<Self>,
    /// The columns that it stands above: the first, and the one behind the last.
    columns: (usize, usize),
}

impl<'t> Heading<'t> {
    /// The headings of a dimension. Blank ones take no space.
    pub(super) fn of(branches: &'t [Branch<'t>]) -> Vec<Self> {
        let mut headings: Vec<Self> = Vec::new();
        for group in branches.chunk_by(|a, b| a.node.id == b.node.id) {
            let mut of_group = Vec::new();
            for branch in group {
                let below = Self::of(&branch.children);
                let columns = columns(branch);
                match branch.text.is_empty() && !below.is_empty() {
                    true => of_group.extend(below),
                    false => of_group.push(Self {
                        text: branch.text,
                        below,
                        columns,
                    }),
                }
            }
            let ends = (of_group.first(), of_group.last());
            match (group.first().map(Branch::heading), ends) {
                (Some(text), (Some(first), Some(last))) if !text.is_empty() => {
                    let columns = (first.columns.0, last.columns.1);
                    headings.push(Self {
                        text,
                        below: of_group,
                        columns,
                    });
                }
                _ => headings.extend(of_group),
            }
        }
        headings
    }

    /// How many headings stand above one another. Where none has a text there are none.
    pub(super) fn height(headings: &[Self]) -> usize {
        let heights = headings.iter().map(|heading| {
            let below = Self::height(&heading.below);
            below + usize::from(below > 0 || !heading.text.is_empty())
        });
        heights.max().unwrap_or(0)
    }

    /// Puts headings into rows of a grid, so many of them from `top` on. `place` says where in a row a
    /// column is, if it is in the grid. Headings below have one row each; the first has the rest.
    pub(super) fn put(
        headings: &[Self],
        top: usize,
        height: usize,
        grid: &mut Grid,
        rows: &mut [Vec<usize>],
        place: &dyn Fn(usize) -> Option<usize>,
    ) {
        for heading in headings {
            let places: Vec<usize> = (heading.columns.0..heading.columns.1)
                .filter_map(place)
                .collect();
            if places.is_empty() {
                continue;
            }
            let below = Self::height(&heading.below).min(height.saturating_sub(1));
            let own = height - below;
            let cell = grid.add(Text::Words(heading.text.to_owned()), Side::Center, true);
            for row in rows.iter_mut().skip(top).take(own) {
                for &place in &places {
                    row[place] = cell;
                }
            }
            Self::put(&heading.below, top + own, below, grid, rows, place);
        }
    }
}

/// The columns of a branch.
fn columns(branch: &Branch<'_>) -> (usize, usize) {
    if let Some(leaf) = branch.leaf {
        return (leaf, leaf + 1);
    }
    let first = branch.children.first().map(columns);
    let last = branch.children.last().map(columns);
    (
        first.map_or(0, |(first, _)| first),
        last.map_or(0, |(_, last)| last),
    )
}
