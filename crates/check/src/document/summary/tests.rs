use feedrate_document::{html, text};
use feedrate_machine::System;

use super::*;
use crate::document::document;
use crate::options::Options;
use crate::setting::Setting;
use crate::testing;

/// A result of two folders with these rates as SAS; the rates overlapped are 1.3 times as high.
fn two(rates: [f64; 2]) -> CheckResult {
    two_with(rates, true)
}

fn two_with(rates: [f64; 2], as_sas: bool) -> CheckResult {
    let options = Options::new(vec!["/data".into(), "/work".into()]);
    let machine = testing::machine(2);
    let folders = ["/data", "/work"].into_iter().zip(rates).map(|(name, rate)| {
        let settings = [
            (Setting::direct_overlapped(1 << 20, 1, 8), 1.3 * rate, 0.1),
            (Setting::direct_as_sas(64 << 10, 17), rate, 0.1),
        ];
        let settings = &settings[..if as_sas { 2 } else { 1 }];
        let mut folder = testing::folder(&machine, &options, settings, (0.7, 1.05));
        folder.folder = name.into();
        folder
    });
    let folders = folders.collect();
    testing::result(machine, options, folders)
}

fn shown(result: &CheckResult) -> String {
    text::render(&document(result), &text::TextOptions::default())
}

#[test]
fn several_folders_begin_with_one_summary() {
    let shown = shown(&two([150.0, 390.0]));
    let (summary, _) = shown.split_once("/data\n-----").expect("the first folder follows");
    insta::assert_snapshot!(summary);
}

#[test]
fn the_page_has_the_summary_too() {
    let result = two([150.0, 390.0]);
    let page = html::render(&document(&result), &html::HtmlOptions::default());
    let summary = page.find("Summary").expect("there is a summary");
    assert!(summary < page.find("Mixed stream, cold").unwrap());
    assert!(page.contains("put both in /work"));
}

#[test]
fn folders_are_about_equal_only_where_their_rates_are() {
    let said = work(&two([388.0, 390.0])).unwrap();
    assert!(said.contains("about equal"), "{said}");
    let mut noisy = two([290.0, 390.0]);
    for folder in &mut noisy.folders {
        let as_sas = folder.verdict.as_mut().unwrap().as_sas.as_mut();
        as_sas.unwrap().interval = None;
    }
    let said = work(&noisy).unwrap();
    assert!(said.contains("seem to differ"), "{said}");
    assert!(said.contains("145 MB/s"), "{said}");
}

#[test]
fn rates_are_those_of_the_discipline_that_is_named() {
    let mut result = two_with([150.0, 390.0], false);
    let said = work(&result).unwrap();
    assert!(said.contains("per core with transfers in flight"), "{said}");
    result.folders[0] = two([150.0, 390.0]).folders.swap_remove(0);
    let verdict = result.folders[0].verdict.as_mut().unwrap();
    verdict.best = verdict.as_sas.clone().unwrap();
    assert_eq!(work(&result), None);
}

#[test]
fn partitions_of_one_disk_are_the_same_device() {
    let device = |minor, below: Vec<BlockDevice>| {
        let mut device = BlockDevice::at(&System::at("/nonexistent"), DeviceNumber::new(250, minor));
        device.below = below;
        device
    };
    let (one, two) = (|| device(0, Vec::new()), || device(16, Vec::new()));
    let partition = |minor| [device(minor, vec![one()])];
    let both = [device(32, vec![one(), two()])];
    assert_eq!(shared(&partition(1), &partition(2)), Some(SharedDevices::All));
    assert_eq!(shared(&partition(1), &both), Some(SharedDevices::Some));
    assert_eq!(shared(&partition(1), &[two()]), Some(SharedDevices::None));
    assert_eq!(shared(&partition(1), &[]), None);

    let mut result = self::two([370.0, 390.0]);
    result.folders[0].preflight.devices = partition(1).to_vec();
    assert!(!work(&result).unwrap().contains("device"));
    result.folders[1].preflight.devices = partition(2).to_vec();
    assert!(work(&result).unwrap().contains("Both are on the same device"));
    result.folders[1].preflight.devices = vec![two()];
    assert!(work(&result).unwrap().contains("different devices"));
}

/// The words of a report on two folders that ended in the first of them, or after it.
fn words_of_first(rate: f64, confirmed: bool) -> String {
    let mut whole = two([rate, 390.0]);
    whole.folders.truncate(1);
    if !confirmed {
        (whole.folders[0].verdict, whole.folders[0].findings.confirmed) = (None, Vec::new());
    }
    let mut result = testing::result(whole.machine, whole.options, whole.folders);
    result.complete = false;
    shown(&result).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn folders_that_were_not_begun_are_named_and_leave_it_undecided() {
    let said = words_of_first(390.0, true);
    assert!(said.contains("Storage check of /data, /work"), "{said}");
    assert!(said.contains("UNDECIDED 100 MB/s per physical core required: all that was measured has it"));
    assert!(
        said.contains("Not measured, and so not judged: /work, all together."),
        "{said}"
    );
    assert!(said.contains("/work not measured - -"), "{said}");
    assert!(!said.contains("FAIL") && !said.contains("every folder"), "{said}");
    // A folder that falls short for certain is enough for a verdict.
    let said = words_of_first(100.0, true);
    assert!(
        said.contains("FAIL 100 MB/s per physical core required: not reached by /data"),
        "{said}"
    );
    assert!(
        said.contains("Not measured, and so not judged: /work, all together."),
        "{said}"
    );
}

#[test]
fn one_folder_needs_no_summary() {
    let mut result = two([150.0, 390.0]);
    result.folders.truncate(1);
    result.options.folders.truncate(1);
    assert!(!shown(&result).contains("Summary"));
}
