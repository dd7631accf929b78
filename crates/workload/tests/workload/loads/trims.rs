//! Giving the space of blocks back.

use std::fs;
use std::os::unix::fs::MetadataExt;

use feedrate_pageio::mark::MARK;
use feedrate_workload::load::{Directions, Distribution, Load, Order};

use crate::loads::ground::{ENGINES, K, folder, load, run};

fn random() -> Order {
    Order::Random {
        distribution: Distribution::Even,
        repeats: false,
        hold: 1,
        identical: false,
        random_percent: 100,
    }
}

#[test]
fn what_is_trimmed_reads_as_zeros_and_the_file_stays_ours() {
    let folder = folder();
    for (number, (engine, depth)) in ENGINES.into_iter().enumerate() {
        for order in [Order::Sequential { step: 0 }, random()] {
            let path = folder.path().join(number.to_string());
            run(&load(&path, Directions::Write, 1024 * K));
            assert!(fs::metadata(&path).unwrap().blocks() >= 2048);
            let trims = Load {
                engine,
                order,
                ..load(&path, Directions::Trim, 1024 * K)
            };
            let mut trims = trims;
            trims.depth.most = depth;
            let outcome = run(&trims);
            assert_eq!((outcome.trim.bytes, outcome.trim.operations), (1024 * K, 256));
            assert_eq!(outcome.trim.total.count(), 256);
            assert_eq!(outcome.flow.write.operations + outcome.flow.read.operations, 0);
            assert_eq!(outcome.depth_levels[0], 256);
            let bytes = fs::read(&path).unwrap();
            assert!(bytes.starts_with(MARK));
            assert!(bytes[MARK.len()..].iter().all(|&byte| byte == 0));
            assert_eq!(bytes.len() as u64, 1024 * K);
            assert!(fs::metadata(&path).unwrap().blocks() <= 64);
        }
    }
}

#[test]
fn what_is_trimmed_can_be_written_again_at_once() {
    let folder = folder();
    for (number, (engine, depth)) in ENGINES.into_iter().enumerate() {
        let path = folder.path().join(number.to_string());
        let mut load = load(&path, Directions::TrimWrite, 256 * K);
        load.engine = engine;
        load.depth.most = depth;
        let outcome = run(&load);
        assert_eq!(outcome.trim.bytes, 256 * K);
        assert_eq!(outcome.flow.write.bytes, 256 * K);
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.chunks(4096).all(|block| block.iter().any(|&byte| byte != 0)));
    }
}

#[test]
fn what_is_not_ours_is_not_trimmed() {
    let folder = folder();
    let path = folder.path().join("theirs");
    fs::write(&path, vec![7; 8192]).unwrap();
    let refused = crate::loads::ground::try_run(vec![vec![load(&path, Directions::Trim, 8192)]]);
    let message = match refused {
        Err(error) => error.to_string(),
        Ok(outcome) => outcome.batches[0].loads[0].error.clone().unwrap().text,
    };
    assert!(message.contains("was not made by feedrate"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), vec![7; 8192]);
}
