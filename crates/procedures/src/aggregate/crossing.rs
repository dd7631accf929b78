//! One crossing of class variables: the cell of each observation, and what the cells come to.

use feedrate_steps::data::Faulted;

use super::block::Block;
use super::cells::Cells;
use super::collect::Needs;
use super::request::CrossedClasses;
use super::spilling::Spilling;
use super::tally::Tally;

/// The least bytes that each of several crossings may hold, however little memory there is: with less, all
/// would be spilled again and again.
const LEAST_BYTES: usize = 4 << 10;

/// Where the parts of the variables of a crossing lie in a key of all class variables, and in its own, which
/// is these parts one behind the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyParts {
    /// The variables with the first byte of each in the own key, and the one behind its last.
    own: Vec<(usize, usize, usize)>,
    /// What is copied from the key of all variables, where neighbours go together.
    copied: Vec<(usize, usize)>,
    bytes: usize,
}

impl KeyParts {
    /// Those of a crossing, where each class variable has such a part of the key of all.
    pub(super) fn new(crossing: &CrossedClasses, spans: &[(usize, usize)]) -> Self {
        let mut parts = Self {
            own: Vec::with_capacity(crossing.classes.len()),
            copied: Vec::new(),
            bytes: 0,
        };
        for &class in &crossing.classes {
            let (start, end) = spans[class];
            let from = parts.bytes;
            parts.bytes += end - start;
            parts.own.push((class, from, parts.bytes));
            match parts.copied.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => parts.copied.push((start, end)),
            }
        }
        parts
    }

    /// The variables with the first byte of each in a key, and the one behind its last.
    pub(super) fn own(&self) -> &[(usize, usize, usize)] {
        &self.own
    }

    /// What is copied from the key of all variables, by the first byte and the one behind the last.
    #[inline]
    pub(super) fn copied(&self) -> &[(usize, usize)] {
        &self.copied
    }

    /// Bytes of a key.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// What observations of a crossing have come to.
#[derive(Debug)]
pub(super) struct Crossed {
    /// The moments.
    pub cells: Cells,
    /// The values, where they are needed.
    pub values: Option<Tally>,
}

impl Crossed {
    /// Nothing yet. So many bytes may be held of each, the cells and the values.
    fn new(needs: Needs<'_>, key_bytes: usize, memory: usize) -> Self {
        let mut cells = Cells::new(needs.layout, key_bytes, memory);
        if key_bytes == 0 {
            // The one cell is there even without observations.
            cells.number(&[]);
        }
        let values = needs.values;
        Self {
            cells,
            values: values.then(|| Tally::new(needs.layout.variables, key_bytes, memory)),
        }
    }
}

/// Takes the observations of a crossing.
#[derive(Debug)]
pub(super) struct CrossingCollector {
    parts: KeyParts,
    /// A key that is put together of several parts.
    key: Vec<u8>,
    /// The cell of each observation of the block, and below it the number of the observation.
    places: Vec<u64>,
    /// The cells of the values of each observation of the block.
    tallied: Vec<u32>,
    crossed: Crossed,
    /// Bytes that its cells and its values may each hold in memory.
    memory: usize,
}

impl CrossingCollector {
    /// Of a crossing whose keys have these parts, and whose cells and values may hold so many bytes each.
    pub(super) fn new(parts: KeyParts, needs: Needs<'_>, memory: usize) -> Self {
        Self {
            key: vec![0; parts.bytes()],
            places: Vec::new(),
            tallied: Vec::new(),
            crossed: Crossed::new(needs, parts.bytes(), memory),
            parts,
            memory,
        }
    }

    /// Takes an observation by its key of all class variables; `row` is its place in the block. Where there are
    /// no moments, it is `counted` at once.
    #[inline]
    pub(super) fn take(&mut self, key: &[u8], row: usize, counted: Option<f64>) {
        let Crossed { cells, values } = &mut self.crossed;
        let key = match *self.parts.copied() {
            [(start, end)] => &key[start..end],
            _ => {
                let mut rest = self.key.as_mut_slice();
                for &(start, end) in self.parts.copied() {
                    let (own, behind) = rest.split_at_mut(end - start);
                    own.copy_from_slice(&key[start..end]);
                    rest = behind;
                }
                &self.key
            }
        };
        let cell = cells.number(key);
        match counted {
            // Of observations that are counted alone nothing waits for the end of the block.
            Some(count) => cells.cell_mut(cell)[0] += count,
            None => self.places.push(u64::from(cell) << 32 | row as u64),
        }
        if let Some(tally) = values {
            self.tallied.push(tally.cell(key));
        }
    }

    /// Adds the observations of a block to their cells. `tags` tell them, where details are wanted.
    pub(super) fn empty(
        &mut self,
        block: &Block,
        tags: &[f64],
        needs: Needs<'_>,
        is_weighted: bool,
        spilling: Spilling<'_>,
    ) -> Faulted<()> {
        let is_alone = self.parts.bytes == 0;
        let Crossed { cells, values } = &mut self.crossed;
        if let Some(tally) = values {
            let alone = is_alone.then(|| tally.cell(&[]));
            for row in 0..block.rows() {
                let (count, weight) = block.weight(row);
                let amount = if is_weighted { weight } else { count };
                let cell = alone.unwrap_or_else(|| self.tallied[row]);
                for (variable, &value) in block.row(row).iter().enumerate() {
                    if !value.is_nan() {
                        tally.add(cell, variable, value, amount);
                    }
                }
            }
            tally.hold(spilling)?;
        }
        let layout = needs.layout;
        if layout.details.wanted {
            for (row, tag) in tags.chunks_exact(layout.details.tag).enumerate() {
                let cell = self.places.get(row).map_or(0, |place| (place >> 32) as u32);
                let (count, _) = block.weight(row);
                for (variable, &value) in block.row(row).iter().enumerate() {
                    let place = &mut cells.cell_mut(cell)[layout.details_of(variable)];
                    layout.details.note(place, value, count, tag);
                }
            }
        }
        if is_alone {
            block.add_all_to(cells.cell_mut(0));
        } else {
            self.places.sort_unstable();
            for rows in self.places.chunk_by(|a, b| a >> 32 == b >> 32) {
                let cell = (rows[0] >> 32) as u32;
                block.add_some_to(cells.cell_mut(cell), rows);
            }
        }
        self.places.clear();
        self.tallied.clear();
        Ok(())
    }

    /// What the observations so far have come to. The next one is the first of others.
    pub(super) fn finish(&mut self, needs: Needs<'_>) -> Crossed {
        let fresh = Crossed::new(needs, self.parts.bytes(), self.memory);
        std::mem::replace(&mut self.crossed, fresh)
    }
}

/// The fewest bytes for each of several crossings that are worth another thread.
const WORTH_BYTES: usize = 64 << 10;

/// On how many threads at most to collect so many crossings in so many bytes in all: each thread has cells of its
/// own, which are to be spilled seldom.
pub(super) fn most_workers(crossings: usize, memory: usize) -> usize {
    match crossings {
        0 | 1 => usize::MAX,
        several => (memory / several.saturating_mul(WORTH_BYTES)).max(1),
    }
}

/// How many bytes the cells of so many crossings may hold together, and so may their values.
pub(super) fn memory_of(crossings: usize, memory: usize) -> usize {
    match crossings {
        0 | 1 => memory,
        several => memory.max(several.saturating_mul(LEAST_BYTES)),
    }
}

/// Lays cells down where those of all crossings take more than what is allowed: first those of the crossings
/// that have the most of them, until half of the memory is free.
pub(super) fn hold(
    crossings: &mut [CrossingCollector],
    memory: usize,
    spilling: Spilling<'_>,
) -> Faulted<()> {
    let cells = || crossings.iter().map(|crossing| &crossing.crossed.cells);
    let mut bytes: usize = cells().map(Cells::bytes).sum();
    if bytes <= memory && !cells().any(Cells::is_full) {
        return Ok(());
    }
    let mut most_first: Vec<&mut Cells> = crossings
        .iter_mut()
        .map(|crossing| &mut crossing.crossed.cells)
        .collect();
    most_first.sort_by_key(|cells| std::cmp::Reverse(cells.bytes()));
    for cells in most_first {
        // One cell alone is soon there again.
        if (bytes > memory / 2 || cells.is_full()) && cells.len() > 1 {
            bytes -= cells.bytes();
            cells.spill(spilling)?;
        }
    }
    Ok(())
}
