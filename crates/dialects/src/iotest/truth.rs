//! The lines beside those of the scripts: what the page cache served, what reached the device, the spread, the sizes.

use feedrate_pageio::cache::CacheShare;

use super::figures::{ColdRead, Figures, Pass};
use super::layout::{amount, count};
use super::request::{Form, Test};
use crate::rows::Rows;

/// Returns the lines, none of which has the words by which programs look for those of the scripts.
pub(super) fn beside(test: &Test, figures: &Figures) -> String {
    let mut rows = Rows::new("BESIDE THEM, BY FEEDRATE (megabytes of 2^20 bytes a second)");
    table(&mut rows, test, figures);
    rows.row("Lines above", &which(test));
    rows.row("Page cache", &page_cache(figures));
    rows.row("On the device", &on_the_device(test, figures));
    rows.row("Files", &sizes(test));
    rows.row("Cores", &cores(test));
    if test.ground.is_memory_taken_back {
        rows.row(
            "Memory",
            "The hypervisor takes free memory of this virtual machine back: \"write\", \"durable\" and \"cold\" take \
             longer where the page cache grows into such memory. feedrate check says by how much.",
        );
    }
    rows.row(
        "Rules",
        "100 to 150 megabytes a second for each physical core are recommended, by files larger than memory and by \
         several runs, at quiet and at busy times. This was one run; feedrate check repeats, and judges.",
    );
    rows.finish()
}

/// Adds the rates: as the script measures them, and cold and durable.
fn table(rows: &mut Rows, test: &Test, figures: &Figures) {
    let names = ["read", "write", "cold", "durable"];
    rows.columns("", names.into_iter().map(str::to_owned));
    let passes = [
        Some(&figures.read),
        Some(&figures.write),
        figures.cold(),
        Some(&figures.durable),
    ];
    let mut line = |label: &str, of: &dyn Fn(&Pass) -> f64| {
        let figure = |pass: Option<&Pass>| pass.map_or_else(|| "-".to_owned(), |pass| format!("{:.2}", of(pass)));
        rows.columns(label, passes.into_iter().map(figure));
    };
    line("Mean stream", &Pass::rate);
    line("Slowest stream", &Pass::slowest);
    line("Fastest stream", &Pass::fastest);
    line("All streams", &Pass::together);
    let cores = f64::from(test.ground.cores);
    line("  for each core", &|pass| pass.together() / cores);
}

fn which(test: &Test) -> String {
    let script = test.form.script();
    match test.cold_durable {
        false => format!(
            "\"read\" and \"write\", as {script} measures: through the page cache, without waiting for the device. \
             What the volume does is under \"cold\" and \"durable\"; --cold-durable prints these above."
        ),
        true => format!(
            "\"cold\" and \"durable\" (--cold-durable). {script} would print \"read\" and \"write\": through the page \
             cache, without waiting for the device."
        ),
    }
}

fn page_cache(figures: &Figures) -> String {
    let served = match figures.read.cache {
        CacheShare::Known(_) => format!("It served {} of \"read\"", figures.read.cache),
        CacheShare::Unknown(_) => "Nobody counts how much of \"read\" it served".to_owned(),
    };
    match &figures.cold {
        ColdRead::SameAsScript => format!("{served}, so \"cold\" is the same."),
        ColdRead::Again(pass) => {
            let share = match pass.cache {
                CacheShare::Known(_) => format!("it served {} of that", pass.cache),
                CacheShare::Unknown(_) => "how much it served of that is not counted".to_owned(),
            };
            format!("{served}. \"cold\" is a second reading after the files had left it; {share}.")
        }
        ColdRead::Impossible => format!("{served}. The files cannot be removed from it, so nothing was read cold."),
    }
}

fn on_the_device(test: &Test, figures: &Figures) -> String {
    let flush = figures.durable.mean_seconds() - figures.write.seconds.iter().copied().fold(0.0, f64::max);
    format!(
        "\"write\" ends when the page cache has the data. Flushing all files after the last stream took {:.3} s more, \
         which \"durable\" includes. dd, which {} runs, flushes nothing.",
        flush.max(0.0),
        test.form.script()
    )
}

fn sizes(test: &Test) -> String {
    let files = match test.streams {
        1 => format!("1 of {}", amount(test.file_bytes)),
        streams => format!(
            "{streams} of {}, {} together",
            amount(test.file_bytes),
            amount(test.all_bytes())
        ),
    };
    let chosen = match (test.form, test.is_size_chosen) {
        (Form::Cores, false) => " (--filesize)",
        _ => "",
    };
    let of_memory = match test.ground.cacheable {
        None => "how much memory there is, is not known".to_owned(),
        Some(memory) => {
            let times = test.all_bytes() as f64 / memory.max(1) as f64;
            let than = match test.all_bytes() > memory {
                true => "more than",
                false => "NOT more than",
            };
            format!(
                "{than} the {} of memory that the page cache may use ({times:.2} times)",
                amount(memory)
            )
        }
    };
    format!("{files}{chosen}: {of_memory}. Their bytes are random, so that no storage can compress them.")
}

fn cores(test: &Test) -> String {
    let ground = test.ground;
    let virtual_machine = match ground.is_virtual {
        true => "; of a virtual machine, whose cores may be hardware threads of its host",
        false => "",
    };
    let streams = count(test.streams, "stream");
    format!(
        "{} physical, {} hardware threads; {streams}{virtual_machine}",
        ground.cores, ground.threads
    )
}
