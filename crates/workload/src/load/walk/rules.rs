//! The common rules of all files of a load: order, alignment, and repetition.

use feedrate_pageio::Direction;

use crate::load::check::used_blocks;
use crate::load::spec::{Blocks, Distribution, Load, Order, PerDirection, Strides};

/// The common rules of all files of a load.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(super) order: Order,
    pub(super) strides: Option<Strides>,
    /// The alignment of random positions, for each direction.
    pub(super) alignment: PerDirection<u64>,
    /// The unit of a map of visited positions.
    pub(super) unit: u64,
    /// The number of blocks at each random position.
    pub(super) hold: u32,
    pub(super) visits: VisitRule,
    lengths_by_order: bool,
}

/// The way that repetition of positions is avoided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VisitRule {
    /// It is not.
    Repeats,
    /// By a permutation.
    Permuted,
    /// By a map.
    Mapped,
}

impl Rules {
    pub(super) fn new(load: &Load) -> Self {
        let blocks: Vec<&Blocks> = used_blocks(load)
            .into_iter()
            .filter_map(|(used, blocks)| used.then_some(blocks))
            .collect();
        let unit = blocks.iter().map(|blocks| blocks.least()).min().unwrap_or(1).max(1);
        let of_one_length = blocks
            .iter()
            .all(|blocks| matches!(blocks, Blocks::Fixed(bytes) if *bytes == unit));
        let (hold, visits) = match &load.order {
            Order::Random {
                distribution,
                repeats,
                hold,
                ..
            } => {
                let other_alignment = load.alignment.is_some_and(|alignment| alignment != unit);
                let repeats = *repeats || *distribution != Distribution::Even || other_alignment;
                let visits = match (repeats, of_one_length) {
                    (true, _) => VisitRule::Repeats,
                    (false, true) => VisitRule::Permuted,
                    (false, false) => VisitRule::Mapped,
                };
                ((*hold).max(1), visits)
            }
            _ => (1, VisitRule::Repeats),
        };
        let alignment = |direction| {
            load.alignment
                .unwrap_or_else(|| load.blocks.of(direction).least())
                .max(1)
        };
        Self {
            order: load.order.clone(),
            strides: load.strides,
            alignment: PerDirection {
                read: alignment(Direction::Read),
                write: alignment(Direction::Write),
            },
            unit,
            hold,
            visits,
            lengths_by_order: load.lengths_by_order,
        }
    }

    /// Returns whether a pass may visit some positions several times and others never.
    pub(super) fn leaves_places_out(&self) -> bool {
        let by_chance = matches!(self.order, Order::Random { random_percent, .. } if random_percent < 100);
        self.visits == VisitRule::Repeats || self.strides.is_some() || by_chance
    }

    /// Returns the direction whose lengths apply to a block, sequential or at a random position.
    pub(super) fn lengths_of(&self, direction: Direction, at_random: bool) -> Direction {
        match (self.lengths_by_order, at_random) {
            (false, _) => direction,
            (true, false) => Direction::Read,
            (true, true) => Direction::Write,
        }
    }
}
