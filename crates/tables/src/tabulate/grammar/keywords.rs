//! The keywords of statistics in tables.

use crate::aggregate::Statistic;
use crate::tabulate::{PercentBase, TableStatistic};

/// The percentages: their keywords in upper case, their headings, whether they are of sums, and their base.
const PERCENTAGES: &[(&str, &str, bool, PercentBase)] = &[
    ("PCTN", "PctN", false, PercentBase::Report),
    ("PCTSUM", "PctSum", true, PercentBase::Report),
    ("COLPCTN", "ColPctN", false, PercentBase::Column),
    ("COLPCTSUM", "ColPctSum", true, PercentBase::Column),
    ("PAGEPCTN", "PagePctN", false, PercentBase::Page),
    ("PAGEPCTSUM", "PagePctSum", true, PercentBase::Page),
    ("REPPCTN", "RepPctN", false, PercentBase::Report),
    ("REPPCTSUM", "RepPctSum", true, PercentBase::Report),
    ("ROWPCTN", "RowPctN", false, PercentBase::Row),
    ("ROWPCTSUM", "RowPctSum", true, PercentBase::Row),
];

/// A keyword of a table.
#[derive(Clone, Debug)]
pub(super) struct Keyword {
    /// The canonical spelling, in upper case.
    pub name: &'static str,
    /// The statistic; `None` for ALL.
    pub statistic: Option<TableStatistic>,
    /// The default heading.
    pub heading: &'static str,
}

impl Keyword {
    /// Returns the keyword of a word, in either case.
    pub(super) fn of(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("ALL") {
            return Some(Self {
                name: "ALL",
                statistic: None,
                heading: "All",
            });
        }
        let mut percentages = PERCENTAGES.iter();
        let percentage = percentages.find(|(name, ..)| name.eq_ignore_ascii_case(word));
        if let Some((name, heading, sum, base)) = percentage {
            return Some(Self {
                name,
                statistic: Some(TableStatistic::Percent {
                    sum: *sum,
                    base: base.clone(),
                }),
                heading,
            });
        }
        match Statistic::of_keyword(word)[..] {
            [statistic] => Some(Self {
                name: statistic.keyword(),
                statistic: Some(TableStatistic::Of(statistic)),
                heading: heading(statistic),
            }),
            _ => None,
        }
    }

    /// Returns all keywords, in upper case.
    pub(super) fn all() -> Vec<&'static str> {
        let percentages = PERCENTAGES.iter().map(|(name, ..)| *name);
        let statistics = Statistic::keywords().into_iter();
        let statistics = statistics.filter(|word| *word != "CLM");
        statistics.chain(percentages).chain(["ALL"]).collect()
    }
}

/// Returns the heading of a statistic, which is also the suffix of names of its variables.
pub(super) fn heading(statistic: Statistic) -> &'static str {
    match statistic {
        Statistic::Deviation => "Std",
        _ => statistic.suffix(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keywords_are_known() {
        for word in Keyword::all() {
            assert!(Keyword::of(word).is_some(), "{word}");
        }
        assert_eq!(Keyword::of("stddev").unwrap().name, "STD");
        assert_eq!(Keyword::of("std").unwrap().heading, "Std");
        assert!(Keyword::of("clm").is_none());
        assert!(Keyword::of("average").is_none());
    }
}
