use super::*;

fn parse(text: &str) -> Result<Study> {
    Study::parse(Path::new("s.toml"), text, &Overrides::default())
}

const SMALL: &str = r#"
title = "SGIO by data size"
repeats = 6
cache = "cold"

[run]
program = "steps.sas"
arguments = ["--let", "rows={rows}"]

[parameters]
rows = 1000

[[factor]]
name = "method"
levels = ["cached", "direct"]

[[factor]]
name = "buffers"
levels = [1, 32]

[[leave_out]]
method = "cached"
buffers = [32]

[[pair]]
compare = { method = "direct" }
with = { method = "cached" }
"#;

#[test]
fn a_study_is_read() {
    let study = parse(SMALL).unwrap();
    assert_eq!(study.title, "SGIO by data size");
    assert_eq!(study.repeats, 6);
    assert_eq!(study.cache, CacheState::Cold);
    assert_eq!(study.invocation.subject, Subject::Program("steps.sas".to_owned()));
    assert_eq!(study.factors[0].change, Change::WellKnown(WellKnown::Method));
    assert_eq!(study.factors[1].numbers(), Some(vec![1.0, 32.0]));
    assert_eq!(study.left_out, [[(1, vec![1]), (0, vec![0])]]);
    assert_eq!(
        study.pairs,
        [PairedLevels {
            compare: vec![(0, 1)],
            with: vec![(0, 0)],
            over: None,
        }]
    );
    assert_eq!(study.cell_name(&[1, 0]), "method=direct, buffers=1");
    assert_eq!(study.values(&[1, 0])["rows"], "1000");
}

#[test]
fn the_command_line_changes_levels_and_parameters() {
    let overrides = Overrides {
        parameters: vec![("rows".to_owned(), "5".to_owned())],
        levels: vec![(
            "buffers".to_owned(),
            vec!["1".to_owned(), "2".to_owned(), "4".to_owned()],
        )],
        repeats: Some(9),
        ..Overrides::default()
    };
    let study = Study::parse(Path::new("s.toml"), SMALL, &overrides).unwrap();
    assert_eq!(study.parameters["rows"], "5");
    assert_eq!(study.factors[1].levels.len(), 3);
    // The level that was left out is no longer there.
    assert_eq!(study.left_out, [[(1, vec![]), (0, vec![0])]]);
    assert_eq!(study.repeats, 9);
    let unknown = Overrides {
        levels: vec![("depth".to_owned(), vec!["1".to_owned()])],
        ..Overrides::default()
    };
    let twice = |name: &str, level: &str| (name.to_owned(), vec![level.to_owned()]);
    let twice = Overrides {
        levels: vec![twice("buffers", "1"), twice("buffers", "2")],
        ..Overrides::default()
    };
    let error = Study::parse(Path::new("s.toml"), SMALL, &twice).unwrap_err();
    assert_eq!(error.to_string(), "--levels buffers is given twice; give it once");
    let error = Study::parse(Path::new("s.toml"), SMALL, &unknown).unwrap_err();
    assert_eq!(
        error.to_string(),
        "--levels depth: the study has no such factor; it has method, buffers"
    );
}

#[test]
fn mistakes_are_told_with_their_lines() {
    let changes = [
        ("repeats = 6", "repeats = 0"),
        ("repeats = 6", "repeat = 6"),
        ("cache = \"cold\"", "cache = \"warm\""),
        ("cache = \"cold\"", "cache = \"hot\""),
        ("program = \"steps.sas\"", "programme = \"steps.sas\""),
        ("program = \"steps.sas\"", "program = \"a\"\njob = \"b\""),
        ("rows={rows}", "rows={lines}"),
        ("\"cached\", \"direct\"", "\"cached\", \"sgio\""),
        ("\"cached\", \"direct\"", "\"cached\", \"cached\""),
        ("name = \"method\"", "name = \"my method\""),
        ("name = \"method\"", "name = \"how\""),
        ("name = \"method\"", "name = \"depth\""),
        ("name = \"buffers\"", "name = \"method\""),
        ("levels = [1, 32]", "levels = []"),
        ("levels = [1, 32]", "levels = [1, 32]\njob_option = \"bs\""),
        ("levels = [1, 32]", "levels = [1, 32]\nlet = \"a\"\noption = \"b\""),
        ("levels = [1, 32]", "levels = [1, 32]\nenvironment = \"A=B\""),
        ("levels = [1, 32]", "levels = [1, 32]\nlet = \"\""),
        ("buffers = [32]", "buffer = [32]"),
        ("buffers = [32]", "buffer = []"),
        ("buffers = [32]", "buffers = [23]"),
        ("compare = { method = \"direct\"", "compare = { method = \"dierct\""),
        ("with = { method", "with = { buffers"),
        ("repeats = 6", "repeats = "),
        ("repeats = 6", "time_budget = \"soon\""),
        ("repeats = 6", "space = \"{size}\""),
        (
            "program = \"steps.sas\"",
            "program = \"steps.sas\"\neach = [\"method\"]",
        ),
        (
            "[parameters]",
            "[prepare]\nprogram = \"make.sas\"\neach = [\"size\"]\n[parameters]",
        ),
    ];
    let told: Vec<String> = changes
        .iter()
        .map(|(from, to)| {
            let text = SMALL.replacen(from, to, 1);
            assert_ne!(text, SMALL, "{from}");
            parse(&text).expect_err(to).to_string()
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

/// A study with all that says how it stands beside a publication.
const REPEATED: &str = r#"
title = "Size"
source = "table 1 of \"A paper\" (2004)"
moves = "10M * {size} + 1M"
[run]
command = ["run", "{method}", "{size}", "{way}", "{count}"]
[parameters]
count = 2
[[factor]]
name = "method"
levels = ["cached", "direct"]
[[factor]]
name = "size"
levels = [16, 64]
covariate = true
[[factor]]
name = "way"
levels = ["theirs", "ours"]
beside = ["ours"]
[[factor]]
name = "memory"
levels = ["128M"]
[[measure]]
name = "rate"
pattern = "rate: (.*)"
detail = true
[[pair]]
compare = { method = "direct" }
with = { method = "cached" }
over = "size"
[[chart]]
title = "Rate"
over = "size"
each = ["method"]
figure = "rate"
[published_size]
levels = { size = [256, 1024], memory = ["2G"] }
set = { count = 5 }
repeats = 7
[[published]]
title = "Table 1"
unit = "s"
columns = ["", "256", "1024"]
column_is = [{ size = 256 }, { size = 1024 }]
relative_to = { memory = "2G" }
of = { method = "cached" }
rows = [["cached", 1, 2.5], ["direct", "", 2]]
row_is = [{ method = "cached" }, { method = "direct" }]
"#;

#[test]
fn the_published_size_replaces_levels_and_parameters_and_the_command_line_goes_before() {
    let parse = |overrides: &Overrides| Study::parse(Path::new("s.toml"), REPEATED, overrides).unwrap();
    let sizes = |study: &Study| -> Vec<String> {
        let levels = study.factors[1].levels.iter();
        levels.map(|level| level.text.clone()).collect()
    };
    let small = parse(&Overrides::default());
    assert_eq!(
        (sizes(&small), small.repeats),
        (vec!["16".to_owned(), "64".to_owned()], 6)
    );
    assert_eq!(small.factors[2].beside, [1]);
    let mut overrides = Overrides {
        is_published_size: true,
        ..Overrides::default()
    };
    let published = parse(&overrides);
    assert_eq!(sizes(&published), ["256", "1024"]);
    assert_eq!((published.parameters["count"].as_str(), published.repeats), ("5", 7));
    overrides.parameters = vec![("count".to_owned(), "9".to_owned())];
    overrides.levels = vec![("size".to_owned(), vec!["512".to_owned()])];
    overrides.repeats = Some(2);
    let own = parse(&overrides);
    assert_eq!((own.parameters["count"].as_str(), own.repeats), ("9", 2));
    assert_eq!(sizes(&own), ["512"]);
}

#[test]
fn mistakes_about_publications_are_told_with_their_lines() {
    let changes = [
        ("source =", "sources ="),
        ("moves = \"10M *", "moves = \"10 M and"),
        ("beside = [\"ours\"]", "beside = [\"outs\"]"),
        ("beside = [\"ours\"]", "beside = [\"ours\", \"theirs\"]"),
        ("over = \"size\"\n[[chart]]", "over = \"way\"\n[[chart]]"),
        ("over = \"size\"\n[[chart]]", "over = \"sizes\"\n[[chart]]"),
        (
            "with = { method = \"cached\" }\nover = \"size\"",
            "with = { method = \"cached\" }\nover = \"method\"",
        ),
        ("each = [\"method\"]", "each = [\"size\"]"),
        ("each = [\"method\"]", "each = [\"ways\"]"),
        ("figure = \"rate\"", "figure = \"rates\""),
        ("figure = \"rate\"", "figures = \"rate\""),
        ("levels = { size = [256", "levels = { sizes = [256"),
        ("set = { count = 5 }", "set = { counts = 5 }"),
        ("repeats = 7", "repeats = 0"),
        ("column_is = [{ size = 256 }, ", "column_is = ["),
        ("column_is = [{ size = 256 }", "column_is = [{ sizes = 256 }"),
        ("row_is = [{ method = \"cached\" }", "row_is = [{ method = \"cache\" }"),
        ("row_is = [{ method = \"cached\" }", "row_is = [{ figure = \"time\" }"),
        ("row_is =", "rows_are ="),
        ("of = { method = \"cached\" }", "errors = true"),
        ("of = { method = \"cached\" }", "statistic = \"mean\""),
        (
            "relative_to = { memory = \"2G\" }",
            "relative_to = { method = \"cached\" }",
        ),
        ("relative_to = { memory = \"2G\" }", "relative_to = {}"),
        ("[\"direct\", \"\", 2]", "[\"direct\", \"none\", 2]"),
        ("[\"direct\", \"\", 2]", "[\"direct\", 2]"),
        ("row_is = [{ method = \"cached\" }, { method = \"direct\" }]", ""),
    ];
    let told: Vec<String> = changes
        .iter()
        .map(|(from, to)| {
            let text = REPEATED.replacen(from, to, 1);
            assert_ne!(text, REPEATED, "{from}");
            parse(&text).expect_err(to).to_string()
        })
        .collect();
    assert!(told.iter().all(|line| line.lines().count() == 1));
    insta::assert_snapshot!(told.join("\n"));
    let overrides = Overrides {
        is_published_size: true,
        ..Overrides::default()
    };
    let error = Study::parse(Path::new("s.toml"), SMALL, &overrides).unwrap_err();
    assert_eq!(
        error.to_string(),
        "--published: s.toml has no [published_size]; leave the option out, or say there what differs"
    );
}

#[test]
fn a_level_has_an_end() {
    let text = "title = 't'\n[run]\ncommand = ['{a}']\n[[factor]]\nname = 'a'\nlevels = ['LEVEL']\n";
    assert!(parse(&text.replace("LEVEL", &"x".repeat(4000))).is_ok());
    let error = parse(&text.replace("LEVEL", &"x".repeat(4001))).unwrap_err();
    assert!(error.to_string().contains("more than 4000 bytes"), "{error}");
}

#[test]
fn all_ways_to_set_a_factor() {
    let text = r#"
title = "all"
[run]
program = "{which}.sas"
[[factor]]
name = "which"
levels = ["a", "b"]
[[factor]]
name = "threads"
levels = [true, false]
option = "threads"
[[factor]]
name = "rows"
levels = [1e3, 10]
let = "n"
[[factor]]
name = "x"
levels = ["y"]
argument = "--sysparm"
[[factor]]
name = "tz"
levels = ["UTC"]
environment = "TZ"
[[factor]]
name = "read_ahead"
levels = [0, 128]
file = "/sys/block/vda/queue/read_ahead_kb"
[[factor]]
name = "governor"
levels = ["performance"]
set = "cpupower frequency-set -g {level}"
get = "cat /sys/governor"
restore = "cpupower frequency-set -g {before}"
[[factor]]
name = "controller"
levels = ["0%", "100%"]
prompt = "Set the controller's cache to {level} read"
[[factor]]
name = "memory"
levels = ["512M"]
"#;
    let study = parse(text).unwrap();
    let changes: Vec<String> = study
        .factors
        .iter()
        .map(|factor| format!("{}: {:?}, slow {}", factor.name, factor.change, factor.is_slow()))
        .collect();
    insta::assert_snapshot!(changes.join("\n"));
}

#[test]
fn times_have_units() {
    assert_eq!(duration("90s").unwrap().as_secs(), 90);
    assert_eq!(duration("1.5h").unwrap().as_secs(), 5400);
    assert_eq!(duration("30min").unwrap().as_secs(), 1800);
    for wrong in ["", "90", "h", "-1s", "1e99d", "9 parsecs"] {
        assert!(duration(wrong).is_err(), "{wrong}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_panics(text in "[a-z\\[\\]={}\"\n ,0-9.]{0,200}") {
        let _ = parse(&text);
        let _ = parse(&format!("{SMALL}{text}"));
    }
}
