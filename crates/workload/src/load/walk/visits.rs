//! Chooses random positions in a file, or in the zone at work.

use feedrate_pageio::Direction;

use super::FilePart;
use super::draw::Draw;
use super::lengths::Lengths;
use super::permutation::Permutation;
use super::rules::{Rules, VisitRule};
use super::visit_map::VisitMap;
use crate::load::spec::{Order, PerDirection};

/// The choice of positions, and those already visited.
#[derive(Debug)]
pub(super) enum Visits {
    /// No random choice.
    InOrder,
    /// A new random position each time. Boxed, because there may be a million files, and few loads use it.
    Drawn(Box<PerDirection<Draw>>),
    /// Each position once.
    Permuted { places: Permutation, next: u64 },
    /// Each position of a map once.
    Mapped(VisitMap),
    /// Each position of a zone once, and again as long as work continues there. Boxed for the same reason.
    Zone(Box<ZoneVisits>),
}

/// The visited positions of a zone.
#[derive(Debug)]
pub(super) struct ZoneVisits {
    /// `None` before the first choice.
    visits: Option<Visits>,
    rule: VisitRule,
}

impl Visits {
    pub(super) fn new(rules: &Rules, part: FilePart, seed: u64) -> Self {
        match (rules.visits, &rules.order) {
            (VisitRule::Repeats, Order::Random { distribution, .. }) => {
                let within = rules
                    .strides
                    .map_or(part.bytes, |strides| strides.range.min(part.bytes));
                let draw = |alignment: u64| Draw::new(distribution, within / alignment, alignment, seed);
                Self::Drawn(Box::new(PerDirection {
                    read: draw(rules.alignment.read),
                    write: draw(rules.alignment.write),
                }))
            }
            (VisitRule::Repeats, _) => Self::InOrder,
            (rule, _) if rules.strides.is_some() => Self::Zone(Box::new(ZoneVisits { visits: None, rule })),
            (rule, _) => Self::once(rule, part.bytes / rules.unit, seed),
        }
    }

    /// Creates a choice that visits each of `units` positions once.
    fn once(rule: VisitRule, units: u64, seed: u64) -> Self {
        match rule {
            VisitRule::Mapped => Self::Mapped(VisitMap::new(units)),
            VisitRule::Permuted | VisitRule::Repeats => Self::Permuted {
                places: Permutation::new(units, seed),
                next: 0,
            },
        }
    }

    /// Restarts.
    pub(super) fn restart(&mut self) {
        match self {
            Self::InOrder | Self::Drawn(_) => {}
            Self::Permuted { next, .. } => *next = 0,
            Self::Mapped(visited) => visited.clear_all(),
            Self::Zone(zone) => zone.visits = None,
        }
    }

    /// Forgets the visited positions when another zone begins.
    pub(super) fn forget(&mut self) {
        if let Self::Zone(zone) = self {
            zone.visits = None;
        }
    }

    /// Returns position and length of the next block within `span`, a start and its bytes; `None` if each position has
    /// been visited that must be visited once.
    pub(super) fn next(
        &mut self,
        rules: &Rules,
        direction: Direction,
        span: (u64, u64),
        lengths: &mut Lengths,
        random: &mut fastrand::Rng,
    ) -> Option<(u64, u64)> {
        let (start, bytes) = span;
        match self {
            Self::InOrder => None,
            Self::Permuted { places, next } => {
                if *next >= places.count() {
                    return None;
                }
                let position = places.get(*next) * rules.unit;
                *next += 1;
                Some((start + position, rules.unit))
            }
            Self::Mapped(visited) => {
                let units = bytes / rules.unit;
                if units == 0 {
                    return None;
                }
                let unit = visited.next_free(random.u64(..units))?;
                let position = unit * rules.unit;
                let wanted = lengths.next(bytes - position)?;
                let count = visited.mark_run(unit, wanted.div_ceil(rules.unit));
                Some((start + position, wanted.min(count * rules.unit)))
            }
            Self::Drawn(draws) => {
                let alignment = *rules.alignment.of(direction);
                let position = draws.of(direction).next(random) * alignment;
                match lengths.next(bytes.saturating_sub(position)) {
                    Some(length) => Some((start + position, length)),
                    // Too near to the end: the last position at which it fits.
                    None => {
                        let length = lengths.next(bytes)?;
                        Some((start + (bytes - length) / alignment * alignment, length))
                    }
                }
            }
            Self::Zone(zone) => {
                let units = bytes / rules.unit;
                let mut next = |visits: &mut Self, random: &mut fastrand::Rng| {
                    visits.next(rules, direction, span, lengths, random)
                };
                if let Some(visits) = &mut zone.visits
                    && let Some(place) = next(visits, random)
                {
                    return Some(place);
                }
                let visits = Self::once(zone.rule, units, random.u64(..));
                next(zone.visits.insert(visits), random)
            }
        }
    }
}
