//! The kernel's list form of CPU and node sets: `0-3,8,10-11`.

use std::collections::BTreeMap;

/// A set of CPU numbers as ranges, so that a list such as `0-4294967295` costs nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CpuList {
    /// First number of each range to its last one; disjoint.
    ranges: BTreeMap<u32, u32>,
}

impl CpuList {
    /// Reads the list; parts that make no sense are left out.
    pub(crate) fn parse(text: &str) -> Self {
        let mut found: Vec<(u32, u32)> = text
            .trim()
            .split(',')
            .filter_map(|part| {
                let (first, last) = part.split_once('-').unwrap_or((part, part));
                let range = (first.trim().parse().ok()?, last.trim().parse().ok()?);
                (range.0 <= range.1).then_some(range)
            })
            .collect();
        found.sort_unstable();
        let mut ranges: BTreeMap<u32, u32> = BTreeMap::new();
        for (first, last) in found {
            match ranges.last_entry() {
                Some(mut before) if *before.get() >= first => {
                    let end = (*before.get()).max(last);
                    before.insert(end);
                }
                _ => {
                    ranges.insert(first, last);
                }
            }
        }
        Self { ranges }
    }

    pub(crate) fn contains(&self, number: u32) -> bool {
        self.ranges
            .range(..=number)
            .next_back()
            .is_some_and(|(_, &last)| number <= last)
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> u64 {
        self.ranges
            .iter()
            .map(|(&first, &last)| u64::from(last - first) + 1)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists() {
        let list = CpuList::parse("0-3,8,10-11\n");
        assert_eq!(list.len(), 7);
        assert!(list.contains(0) && list.contains(3) && list.contains(8) && list.contains(11));
        assert!(!list.contains(4) && !list.contains(9) && !list.contains(12));
        assert_eq!(CpuList::parse("").len(), 0);
        assert_eq!(CpuList::parse("0-4294967295").len(), 1 << 32);
        assert_eq!(CpuList::parse("3-1,x,-,0").len(), 1);
        assert_eq!(CpuList::parse("0-5,2-3,5-8").len(), 9);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "[0-9,x -]{0,60}", number: u32) {
            let list = CpuList::parse(&text);
            prop_assert!(!list.contains(number) || list.len() > 0);
        }

        #[test]
        fn a_list_has_exactly_its_members(members in proptest::collection::btree_set(0u32..200, 0..40)) {
            let text: Vec<String> = members.iter().map(u32::to_string).collect();
            let list = CpuList::parse(&text.join(","));
            prop_assert_eq!(list.len(), members.len() as u64);
            for number in 0..200 {
                prop_assert_eq!(list.contains(number), members.contains(&number));
            }
        }
    }
}
