//! The order of the runs of a block.

use fastrand::Rng;

use super::{Block, Cell};
use crate::definition::{Order, Study};

/// Returns the order of the cells in a block, as positions among `cells`. It depends on the study's seed and on the
/// block alone, so that an interrupted block goes on as it would have.
///
/// Levels of factors that are slow to change stay together, in a random order of their own; within them the order is
/// random.
pub fn order(study: &Study, cells: &[Cell], block: Block) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..cells.len()).collect();
    if study.order == Order::Listed {
        // A stable sort leaves the order of the levels within those that are slow to change.
        positions.sort_by_key(|&position| slow_levels(study, &cells[position]));
        return positions;
    }
    let number = u64::from(block.number) << 1 | u64::from(block.is_warm_up);
    let mut random = Rng::with_seed(study.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    random.shuffle(&mut positions);
    let ranks: Vec<Vec<usize>> = study
        .factors
        .iter()
        .map(|factor| {
            let mut ranks: Vec<usize> = (0..factor.levels.len()).collect();
            random.shuffle(&mut ranks);
            ranks
        })
        .collect();
    positions.sort_by_key(|&position| {
        let slow = study.factors.iter().enumerate().filter(|(_, factor)| factor.is_slow());
        slow.map(|(index, _)| ranks[index][cells[position][index]])
            .collect::<Vec<usize>>()
    });
    positions
}

fn slow_levels(study: &Study, cell: &Cell) -> Vec<usize> {
    let slow = study.factors.iter().zip(cell).filter(|(factor, _)| factor.is_slow());
    slow.map(|(_, &level)| level).collect()
}
