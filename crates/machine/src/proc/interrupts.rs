//! `/proc/interrupts`: the interrupts that each processor took.

/// Returns the sums of the columns of the text, whose first line names the processors, with the number of each.
pub(crate) fn interrupts_of_each(text: &str) -> Vec<(u32, u64)> {
    let mut lines = text.lines();
    let mut sums: Vec<(u32, u64)> = lines
        .next()
        .unwrap_or_default()
        .split_ascii_whitespace()
        .map_while(|name| Some((name.strip_prefix("CPU")?.parse().ok()?, 0)))
        .collect();
    for line in lines {
        let Some((_, counts)) = line.split_once(':') else {
            continue;
        };
        let counts: Vec<u64> = counts
            .split_ascii_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        // Lines such as `ERR:` have one count for all processors.
        if counts.len() >= sums.len() {
            for ((_, sum), count) in sums.iter_mut().zip(counts) {
                *sum = sum.saturating_add(count);
            }
        }
    }
    sums
}
