use super::*;
use crate::options::Options;
use crate::setting::Setting;
use crate::testing;

const DIRECT: Setting = Setting::direct_as_sas(64 << 10, 17);

/// A case: a machine with 24 GiB of memory, with settings confirmed at their rates, SAS's default at 180 MB/s if it is
/// not among them, and one setting with a buffer tried in the search.
struct Case {
    confirmed: Vec<(Setting, f64)>,
    one_buffer: f64,
    brought_back: Option<BroughtBack>,
    takes_direct: bool,
    searched_direct: bool,
}

impl Case {
    fn new(best: Setting) -> Self {
        Self {
            confirmed: vec![(best, 390.0)],
            one_buffer: 0.36,
            brought_back: None,
            takes_direct: true,
            searched_direct: true,
        }
    }

    fn guidance(&self) -> Vec<Guidance> {
        let options = Options::new(vec!["/data".into()]);
        let mut machine = testing::machine(2);
        machine.memory.total_bytes = Some(24 << 30);
        machine.memory.available_bytes = Some(20 << 30);
        let mut settings: Vec<_> = self.confirmed.iter().map(|&(it, rate)| (it, rate, 0.1)).collect();
        if settings.iter().all(|it| it.0 != Setting::SAS_DEFAULT) {
            settings.push((Setting::SAS_DEFAULT, 180.0, 0.5));
        }
        let mut folder = testing::folder(&machine, &options, &settings, (0.7, 1.05));
        let measured_mixed = |setting, rates: &[f64]| testing::measured(Pattern::Mixed, setting, 2, rates, 0.1);
        let measured = |pattern, setting, rate| testing::measured(pattern, setting, 2, &[rate; 3], 0.1);
        // Direct rates rise while the others fall, so that a small difference is not certain.
        for direct in &mut folder.findings.confirmed {
            if direct.setting.direct {
                let rates = [1.03, 1.02, 1.01, 0.99, 0.98, 0.97].map(|it| it * direct.rate());
                *direct = measured_mixed(direct.setting, &rates);
            }
        }
        folder.findings.details = vec![
            measured(Pattern::HotRead, Setting::SAS_DEFAULT, 3100.0),
            measured(Pattern::RandomRead, Setting::direct_as_sas(8 << 10, 1), 80.0),
            measured(Pattern::RandomRead, Setting::direct_overlapped(8 << 10, 1, 32), 1600.0),
        ];
        if self.searched_direct {
            folder.findings.searched[0].ranking = vec![RankedSetting {
                megabytes_per_second_interval: None,
                setting: Setting::direct_as_sas(64 << 10, 1),
                megabytes_per_second: Some(140.0),
                ratio: Some(self.one_buffer),
                interval: None,
                rounds: 3,
                failed: false,
            }];
        }
        of(&FolderFacts {
            memory: &machine.memory,
            brought_back: self.brought_back,
            takes_direct: self.takes_direct,
            findings: &folder.findings,
            is_alone: true,
        })
    }

    fn shown(&self) -> String {
        let guidance = self.guidance();
        let lines = guidance.iter().map(|one| format!("{}: {}\n", one.about, one.text));
        lines.collect()
    }
}

#[test]
fn each_question_is_answered_with_the_figures_of_the_machine() {
    insta::assert_snapshot!(Case::new(DIRECT).shown());
}

#[test]
fn nothing_speaks_for_direct_transfers_where_cached_ones_are_best() {
    let shown = Case::new(Setting::cached_as_sas(256 << 10)).shown();
    assert!(shown.contains("Nothing is gained past the page cache"), "{shown}");
    assert!(shown.contains("leave SGIO and direct I/O off"), "{shown}");
    assert!(!shown.contains("BUFNO=1:"), "{shown}");
    assert!(shown.contains("BUFSIZE=256K"), "{shown}");
    assert!(!shown.contains("the host"), "{shown}");
}

#[test]
fn what_was_not_measured_is_not_said_to_bring_nothing() {
    let mut case = Case::new(Setting::SAS_DEFAULT);
    case.searched_direct = false;
    let shown = case.shown();
    assert!(shown.contains("were not measured"), "{shown}");
    case.takes_direct = false;
    let shown = case.shown();
    assert!(shown.contains("takes no direct I/O"), "{shown}");
    assert!(!shown.contains("Nothing is gained"), "{shown}");
}

#[test]
fn what_few_or_uneven_repeats_do_not_tell_is_not_said_to_be_alike() {
    let measured = |setting, rates: &[f64]| testing::measured(Pattern::Mixed, setting, 2, rates, 0.1);
    let machine = {
        let mut machine = testing::machine(2);
        (machine.memory.total_bytes, machine.memory.available_bytes) = (Some(24 << 30), Some(20 << 30));
        machine
    };
    let said = |direct: &[f64], cached: &[f64]| {
        let findings = Findings {
            confirmed: vec![measured(Setting::SAS_DEFAULT, cached), measured(DIRECT, direct)],
            ..Findings::default()
        };
        let chosen = findings.for_sas().unwrap().setting;
        let facts = FolderFacts {
            memory: &machine.memory,
            brought_back: None,
            takes_direct: true,
            findings: &findings,
            is_alone: true,
        };
        let lines = of(&facts);
        (
            chosen,
            findings.rival_for_sas().map(|it| it.setting),
            lines[0].text.clone(),
        )
    };
    // The medians are 230 and 92.7: direct is the better guess.
    let (chosen, rival, text) = said(&[90.0, 370.0], &[85.0, 100.4]);
    assert_eq!((chosen, rival), (DIRECT, Some(Setting::SAS_DEFAULT)));
    assert!(text.contains("too few or too uneven to tell which"), "{text}");
    // The other way round, and where they are near each other in few repeats.
    for direct in [[90.0, 110.0], [60.0, 120.0]] {
        let (chosen, rival, text) = said(&direct, &[80.0, 130.0]);
        assert_eq!((chosen, rival), (Setting::SAS_DEFAULT, Some(DIRECT)));
        assert!(
            text.contains("It is not known whether") && !text.contains("alike"),
            "{text}"
        );
        assert!(text.contains("direct 64K x 17"), "{text}");
    }
    let (chosen, rival, text) = said(&[99.0, 102.0, 98.0, 101.0, 100.0, 100.5], &[100.0; 6]);
    assert_eq!((chosen, rival), (Setting::SAS_DEFAULT, None));
    assert!(text.contains("are alike here"), "{text}");
}

#[test]
fn what_does_not_differ_for_certain_is_cached() {
    let mut case = Case::new(Setting::SAS_DEFAULT);
    for (direct, alike) in [(391.0, true), (388.0, true), (500.0, false), (300.0, false)] {
        case.confirmed = vec![(Setting::SAS_DEFAULT, 390.0), (DIRECT, direct)];
        let shown = case.shown();
        let says_so = shown.contains("are alike here");
        assert_eq!(says_so, alike, "{direct}: {shown}");
        let past = shown.contains("past the cache, with SGIO");
        assert_eq!(past, direct == 500.0, "{direct}: {shown}");
        let nothing = shown.contains("Nothing is gained");
        assert_eq!(nothing, direct == 300.0, "{direct}: {shown}");
    }
    let mut searched = Case::new(Setting::SAS_DEFAULT);
    searched.one_buffer = 0.98;
    let shown = searched.shown();
    assert!(shown.contains("were alike in the search"), "{shown}");
}

#[test]
fn one_buffer_is_not_warned_of_where_it_is_as_good() {
    let warned = |case: &Case| case.shown().contains("BUFNO=1:");
    let mut case = Case::new(DIRECT);
    assert!(warned(&case));
    case.one_buffer = 0.98;
    assert!(!warned(&case));
    assert!(!warned(&Case::new(Setting::direct_as_sas(1 << 20, 1))));
}

#[test]
fn memory_is_at_hand_only_where_it_was_brought_back() {
    let mut case = Case::new(Setting::SAS_DEFAULT);
    let mut shown = |short| {
        case.brought_back = Some(BroughtBack {
            measurements: 9,
            short,
            ended_early: 0,
            seconds: 1.0,
        });
        case.shown()
    };
    let all = shown(0);
    assert!(all.contains("with free memory at hand"), "{all}");
    let some = shown(2);
    assert!(!some.contains("with free memory at hand"), "{some}");
    assert!(some.contains("may have waited"), "{some}");
}

#[test]
fn sizes_are_not_compared_with_memory_that_is_unknown() {
    let options = Options::new(vec!["/data".into()]);
    let machine = testing::machine(2);
    let folder = testing::folder(&machine, &options, &[(DIRECT, 390.0, 0.1)], (0.7, 1.05));
    let guidance = of(&FolderFacts {
        memory: &machine.memory,
        brought_back: None,
        takes_direct: true,
        findings: &folder.findings,
        is_alone: false,
    });
    let about: Vec<_> = guidance.iter().map(|one| one.about).collect();
    assert_eq!(
        about,
        [
            "Several passes",
            "At random",
            "BUFNO=1",
            "Small files",
            "Existing data sets"
        ]
    );
}
