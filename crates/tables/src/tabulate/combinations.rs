//! The results of a BY group: the levels of class variables, and the statistics of their combinations.

use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::{Runtime, StepResult, Values};
use feedrate_values::missing::{MISSING, of_operation};

use super::followers::Followers;
use super::levels::{Levels, NONE};
use super::pool::{Pool, Share};
use super::request::{TableFigure, Tabulate};
use super::types::{GatheredTypes, Types};
use crate::aggregate::{GroupResults, Statistic};

/// Half of MEMSIZE= is for combinations and what is made of them. This part of it is for combinations in memory; those
/// that are spilled have half of that.
const PARTS: usize = 2;

/// The statistics of combinations.
#[derive(Debug)]
pub(super) struct Combinations<'m> {
    tabulate: &'m Tabulate,
    /// The means to spill, with half of MEMSIZE=.
    pub(super) spilling: SpillSetting<'m>,
    /// The levels of each class variable.
    pub levels: Vec<Levels>,
    /// The memory of the levels.
    _share: Share<'m>,
    /// Combinations by type and levels. The figures of each are the number of observations, then the statistics of the
    /// first variable, of the second, and so on.
    types: Types,
    /// Lookups of levels that occur together with others.
    followers: Followers,
}

impl<'m> Combinations<'m> {
    /// Gathers all results. The levels of class variables have their memory from the pool.
    pub(super) fn new(
        tabulate: &'m Tabulate,
        pool: &'m Pool,
        spilling: SpillSetting<'m>,
        computed: &mut GroupResults<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<Self> {
        let classes = &tabulate.aggregation.classes;
        let mut share = pool.share();
        let mut of_classes: Vec<Levels> = classes.iter().map(|_| Levels::default()).collect();
        let widths = tabulate.aggregation.types().iter();
        let width = widths.map(|bits| bits.count_ones()).max().unwrap_or(0);
        let figures = 1 + tabulate.aggregation.variables.len() * tabulate.statistics.len();
        let mut types = GatheredTypes::new(spilling.share(PARTS), width as usize, figures);
        let mut levels = vec![NONE; classes.len()];
        while computed.advance()? {
            runtime.core.check_stop()?;
            let bits = computed.current().bits;
            let is_level = bits.count_ones() == 1;
            for (class, level) in levels.iter_mut().enumerate() {
                *level = NONE;
                if !tabulate.aggregation.has(bits, class) {
                    continue;
                }
                let of_class = &mut of_classes[class];
                let found = of_class.find(computed.class_key(class));
                *level = found.unwrap_or(NONE);
                if found.is_some() || !is_level {
                    continue;
                }
                *level = of_class.count() as u32;
                computed.load(&mut runtime.core.values);
                let (facts, values) = (&classes[class], &runtime.core.values);
                of_class.add(facts, computed.class_key(class), values, &mut share)?;
                if tabulate.by_frequency.get(class) == Some(&true) {
                    of_class.count_observations(computed.current().observations);
                }
            }
            let current = computed.current();
            // Without class variables there is a result even for no observations.
            if current.observations == 0.0 {
                continue;
            }
            let own = (0..classes.len()).filter(|&class| tabulate.aggregation.has(bits, class));
            let figures = std::iter::once(current.observations).chain(current.figures.all().iter().copied());
            let is_added = types.push(bits, own, &levels, figures)?;
            debug_assert!(is_added, "combinations come in the order of their levels");
        }
        // The results are no longer needed, and what follows has their memory.
        computed.leave();
        of_classes.iter_mut().for_each(Levels::finish);
        Ok(Self {
            tabulate,
            spilling,
            levels: of_classes,
            _share: share,
            types: types.finish()?,
            followers: Followers::default(),
        })
    }

    /// Returns the number of a combination; `None` if it does not occur. Levels of class variables that are not part
    /// of its type are ignored.
    pub(super) fn find(&self, bits: u64, levels: &[u32]) -> StepResult<Option<u32>> {
        self.types.find(bits, levels)
    }

    /// Returns the levels of a class variable, in display order, that occur together with `levels` of the other class
    /// variables of a type.
    pub(super) fn co_occurring_levels(&self, bits: u64, class: usize, levels: &[u32]) -> StepResult<Vec<u32>> {
        let shown = &self.levels[class];
        if shown.is_in_order() && self.types.is_last(bits, class) {
            return self.types.last_levels(bits, levels);
        }
        // There are at most as many followers as class variables of all types.
        let types = self.tabulate.aggregation.types().iter();
        let most = types.map(|bits| bits.count_ones() as usize).sum();
        self.followers
            .levels(&self.types, shown.shown(), (bits, class), levels, (self.spilling, most))
    }

    /// Returns the number of combinations, which are in the order of types and levels.
    pub(super) fn count(&self) -> u32 {
        self.types.count()
    }

    /// Returns the type of a combination, and writes its levels to `levels`.
    pub(super) fn read(&self, number: u32, levels: &mut [u32]) -> StepResult<u64> {
        levels.fill(NONE);
        self.types.read(number, levels)
    }

    /// Returns a statistic of a combination.
    fn number(&self, combination: u32, variable: Option<usize>, statistic: Statistic) -> StepResult<f64> {
        let statistics = &self.tabulate.statistics;
        let place = match variable {
            None => Some(0),
            Some(variable) => statistics
                .iter()
                .position(|&other| other == statistic)
                .map(|place| 1 + variable * statistics.len() + place),
        };
        let number = match place {
            Some(place) => self.types.figure(combination, place)?,
            None => None,
        };
        Ok(number.unwrap_or(MISSING))
    }

    /// Returns the value of a cell; missing if the combination does not occur.
    pub(super) fn figure(&self, bits: u64, figure: TableFigure, levels: &[u32]) -> StepResult<f64> {
        let Some(cell) = self.find(bits, levels)? else {
            return Ok(MISSING);
        };
        match figure {
            TableFigure::Observations => self.number(cell, None, Statistic::N),
            TableFigure::Statistic(variable, statistic) => self.number(cell, Some(variable), statistic),
            TableFigure::Percent {
                variable,
                sum,
                over,
                over_variable,
            } => {
                let Some(whole) = self.find(over, levels)? else {
                    return Ok(MISSING);
                };
                let statistic = match sum {
                    true => Statistic::Sum,
                    false => Statistic::N,
                };
                let whole = self.number(whole, over_variable, statistic)?;
                let part = self.number(cell, variable, statistic)?;
                Ok(match whole == 0.0 {
                    true => MISSING,
                    false => of_operation(100.0 * part / whole),
                })
            }
        }
    }

    /// Loads the levels of a combination into the slots of their variables. Other class variables are set to missing.
    pub(super) fn load(&self, levels: &[u32], values: &mut Values) {
        let classes = self.tabulate.aggregation.classes.iter();
        for ((class, of_class), &level) in classes.zip(&self.levels).zip(levels) {
            of_class.load(level, class.slot, values);
        }
    }

    /// Adds what was read back to the accounts of the utility files.
    pub(super) fn account(&self) {
        self.types.account(self.spilling);
        self.followers.account(self.spilling);
    }
}
