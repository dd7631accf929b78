//! Every entry takes its seeds, whole and changed at random, without libFuzzer.

use fastrand::Rng;

/// The number of times that each seed is changed.
const TIMES: usize = 300;

const INTERESTING: [u8; 8] = [0, 1, 0x7F, 0x80, 0xFF, b'%', b'&', b';'];

/// A change or two, or a few more, most of them near the beginning, where files describe themselves.
fn change(bytes: &mut Vec<u8>, random: &mut Rng) {
    for _ in 0..random.usize(1..12) {
        let within = match random.bool() {
            true => bytes.len().min(4096),
            false => bytes.len(),
        };
        let at = random.usize(0..within.max(1));
        match random.u8(0..12) {
            0 => bytes.truncate(at),
            1 => {
                let to = at + random.usize(0..=64.min(bytes.len().saturating_sub(at)));
                let from = random.usize(0..=bytes.len() - (to - at).min(bytes.len()));
                let piece = bytes[from..from + (to - at)].to_vec();
                bytes.splice(at..to, piece);
            }
            2 => bytes.insert(at.min(bytes.len()), random.u8(..)),
            3 if at < bytes.len() => drop(bytes.remove(at)),
            4..8 if at < bytes.len() => bytes[at] = INTERESTING[random.usize(0..INTERESTING.len())],
            _ if at < bytes.len() => bytes[at] = random.u8(..),
            _ => {}
        }
    }
}

fn all(target: &str, entry: fn(&[u8])) {
    let seeds = feedrate_fuzz::seeds().expect("the seeds are there");
    let mut random = Rng::with_seed(1);
    for seed in seeds.iter().filter(|seed| seed.target == target) {
        entry(&seed.bytes);
        for time in 0..TIMES {
            let mut bytes = seed.bytes.clone();
            change(&mut bytes, &mut random);
            let result = std::panic::catch_unwind(|| entry(&bytes));
            assert!(result.is_ok(), "{target}: seed {}, time {time}", seed.name);
        }
    }
}

#[test]
fn data_sets() {
    all("data_set", feedrate_fuzz::data_set);
}

#[test]
fn csv_files() {
    all("csv", feedrate_fuzz::csv);
}

#[cfg(feature = "open")]
#[test]
fn columnar_files() {
    all("columnar", feedrate_fuzz::columnar);
}

#[test]
fn transport_files() {
    all("transport", feedrate_fuzz::transport);
}

#[test]
fn programs() {
    all("program", feedrate_fuzz::program);
}

#[test]
fn command_lines() {
    all("sqlio", feedrate_fuzz::sqlio);
    all("diskspd", feedrate_fuzz::diskspd);
}

#[test]
fn indexes() {
    all("index", feedrate_fuzz::index);
}

#[test]
fn job_files() {
    all("fio", feedrate_fuzz::fio);
}
