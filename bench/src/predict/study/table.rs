//! The table of the study, within 100 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::race;

use super::{Study, Who};
use crate::agreement;
use crate::table::{percent, seconds};

/// A size, with what was published beside it.
pub fn table(study: &Study, conditions: &Conditions) -> String {
    let size = &study.size;
    let mut text = format!(
        "the published interleave: {:.0} MB in two data sets, a job of {} MiB; load {:.2}\n",
        study.input_bytes as f64 / 1e6,
        size.fio_mebibytes,
        conditions.load,
    );
    // Writing to a string cannot fail.
    let mut tell = |line: String| {
        let _ = writeln!(text, "{}", line.trim_end());
    };
    tell(format!(
        "  {:<36} {:>8} {:>7}  {:<21} {:>9} {:>9}",
        "who", "s", "noise", "of the first [95 %]", "published", "its ratio"
    ));
    for (who, times) in &study.runs {
        let ratio = study.ratios.iter().find(|(of, _)| of == who);
        let published = published(study, *who).map(|it| format!("{it:.2}"));
        let its_ratio = size.published_ratio().filter(|_| *who == Who::Fio);
        tell(format!(
            "  {:<36} {:>8} {:>7}  {:<21} {:>9} {:>9}",
            who.name(),
            seconds(times),
            percent(agreement::noise(times)),
            ratio.map_or_else(String::new, |(_, ratio)| race::ratio(ratio)),
            published.unwrap_or_default(),
            its_ratio.map_or_else(String::new, |ratio| format!("{ratio:.3}")),
        ));
    }
    let fio = study.ratios.iter().find(|(who, _)| *who == Who::Fio);
    if let Some((_, ratio)) = fio {
        let mut line = format!("  fio's job: {} than the step", away(ratio.ratio));
        if let Some(published) = size.published_ratio() {
            let difference = (ratio.ratio - published) * 100.0;
            // Writing to a string cannot fail.
            let _ = write!(
                line,
                "; published: {}; a difference of {difference:+.1} points",
                away(published)
            );
        }
        tell(line);
    }
    text
}

/// How much longer or shorter than another a time is, of which the ratio is given.
fn away(ratio: f64) -> String {
    let percent = (ratio - 1.0).abs() * 100.0;
    match ratio < 1.0 {
        true => format!("{percent:.1} % shorter"),
        false => format!("{percent:.1} % longer"),
    }
}

fn published(study: &Study, who: Who) -> Option<f64> {
    let [step, fio] = study.size.published?;
    match who {
        Who::AsSas => Some(step),
        Who::Fio => Some(fio),
        Who::Default | Who::FeedrateFio => None,
    }
}

#[cfg(test)]
mod tests {
    use feedrate_stats::PairedRatio;

    use super::super::PUBLISHED;
    use super::*;

    #[test]
    fn ours_is_next_to_what_was_published() {
        let ratio = |of: f64| PairedRatio::of(&[(of, 1.0); 6]).expect("a ratio");
        let study = Study {
            size: PUBLISHED[0],
            input_bytes: 1_740_000_000,
            runs: vec![(Who::AsSas, vec![1.0; 6]), (Who::Fio, vec![1.013; 6])],
            ratios: vec![(Who::Fio, ratio(1.013))],
        };
        let text = table(&study, &Conditions::now());
        assert!(text.contains("  46.93\n"), "{text}");
        assert!(text.contains("46.59     0.993\n"), "{text}");
        let line =
            "1.3 % longer than the step; published: 0.7 % shorter; a difference of +2.0 points";
        assert!(text.contains(line), "{text}");
    }
}
