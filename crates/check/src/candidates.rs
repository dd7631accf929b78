//! The settings among which the search chooses.

use crate::options::Effort;
use crate::setting::Setting;

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;

/// The limit of BUFNO times BUFSIZE, which is that of one transfer of SAS on Windows.
const LARGEST_TRANSFER: u64 = 64 * M;

/// The most memory for one stream's transfers in flight that the search tries.
const LARGEST_IN_FLIGHT: u64 = 64 * M;

/// Returns the settings with one transfer at a time.
///
/// Cached ones differ only in the page. For direct ones the bytes of a transfer matter most, so the shorter lists vary
/// those, with the pages that SAS's users have; the whole grid is for a thorough check.
pub fn as_sas(effort: Effort, direct: bool) -> Vec<Setting> {
    let cached: &[u64] = match effort {
        Effort::Quick => &[16 * K, 64 * K, 256 * K, M],
        Effort::Normal => &[8 * K, 16 * K, 32 * K, 64 * K, 128 * K, 256 * K, M],
        Effort::Thorough => &[
            4 * K,
            8 * K,
            16 * K,
            32 * K,
            64 * K,
            128 * K,
            256 * K,
            512 * K,
            M,
            2 * M,
        ],
    };
    let mut settings: Vec<_> = cached.iter().copied().map(Setting::cached_as_sas).collect();
    if !direct {
        return settings;
    }
    let pairs: Vec<(u64, u32)> = match effort {
        Effort::Quick => vec![(64 * K, 5), (64 * K, 17), (64 * K, 64), (256 * K, 32), (M, 17)],
        Effort::Normal => vec![
            (8 * K, 128),
            (16 * K, 32),
            (16 * K, 128),
            (64 * K, 1),
            (64 * K, 5),
            (64 * K, 9),
            (64 * K, 17),
            (64 * K, 32),
            (64 * K, 64),
            (64 * K, 128),
            (64 * K, 256),
            (256 * K, 17),
            (256 * K, 64),
            (M, 9),
            (M, 33),
        ],
        Effort::Thorough => grid(
            &[4 * K, 8 * K, 16 * K, 32 * K, 64 * K, 128 * K, 256 * K, M],
            &[1, 2, 5, 9, 17, 32, 64, 128, 256],
            LARGEST_TRANSFER,
        ),
    };
    settings.extend(
        pairs
            .into_iter()
            .map(|(page, buffers)| Setting::direct_as_sas(page, buffers)),
    );
    settings
}

/// Returns the settings with transfers in flight while the stream works.
pub fn overlapped(effort: Effort, direct: bool) -> Vec<Setting> {
    let mut settings: Vec<_> = match effort {
        Effort::Quick => vec![(M, 2)],
        Effort::Normal => vec![(128 * K, 8), (M, 2), (M, 8)],
        Effort::Thorough => grid(&[64 * K, 128 * K, 256 * K, M], &[2, 4, 8, 16], LARGEST_IN_FLIGHT),
    }
    .into_iter()
    .map(|(page, depth)| Setting::cached_overlapped(page, depth))
    .collect();
    if direct {
        settings.extend(
            match effort {
                Effort::Quick => vec![(256 * K, 8), (256 * K, 16), (M, 4), (M, 8), (M, 16), (2 * M, 8)],
                Effort::Normal => vec![
                    (64 * K, 32),
                    (128 * K, 16),
                    (256 * K, 4),
                    (256 * K, 8),
                    (256 * K, 16),
                    (256 * K, 32),
                    (512 * K, 4),
                    (512 * K, 8),
                    (M, 2),
                    (M, 4),
                    (M, 8),
                    (M, 16),
                    (2 * M, 4),
                    (2 * M, 8),
                    (4 * M, 4),
                ],
                Effort::Thorough => grid(
                    &[16 * K, 64 * K, 128 * K, 256 * K, 512 * K, M, 2 * M, 4 * M],
                    &[2, 4, 8, 16, 32, 64],
                    LARGEST_IN_FLIGHT,
                ),
            }
            .into_iter()
            .map(|(page, depth)| Setting::direct_overlapped(page, 1, depth)),
        );
    }
    settings
}

/// Returns all pairs of a page size and a number of pages that are at most so many bytes together.
fn grid(pages: &[u64], numbers: &[u32], most: u64) -> Vec<(u64, u32)> {
    pages
        .iter()
        .flat_map(|&page| numbers.iter().map(move |&number| (page, number)))
        .filter(|&(page, number)| page * u64::from(number) <= most)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_setting_is_tried_twice_and_shorter_lists_are_parts_of_the_whole() {
        for direct in [false, true] {
            for list in [as_sas, overlapped] {
                let all: HashSet<_> = list(Effort::Thorough, direct).into_iter().collect();
                for effort in [Effort::Quick, Effort::Normal, Effort::Thorough] {
                    let settings = list(effort, direct);
                    let distinct: HashSet<_> = settings.iter().copied().collect();
                    assert_eq!(distinct.len(), settings.len());
                    for setting in settings {
                        assert!(direct || !setting.direct);
                        assert!(
                            all.contains(&setting) || setting.cost() > 16 * M,
                            "{setting:?} is not in the whole grid"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_default_of_sas_is_always_among_them() {
        for effort in [Effort::Quick, Effort::Normal, Effort::Thorough] {
            assert!(as_sas(effort, false).contains(&Setting::SAS_DEFAULT));
        }
    }
}
