//! Chains of steps that are drawn, of data sets that are, give through pipes what they give through files.

use crate::random::Random;
use crate::sessions::{SessionOutput, all_at_once, alone, port};

/// The number of chains that are drawn.
const CHAINS: u64 = 24;

/// The most steps between the first and the last.
const MOST_BETWEEN: u64 = 3;

/// A step of a chain; `<in>` stands for what it reads and `<out>` for what it makes.
type Step = String;

#[test]
fn chains_that_are_drawn() {
    for seed in 0..CHAINS {
        let mut random = Random(seed);
        let steps = chain(&mut random);
        let files = through_files(&steps, &mut random);
        assert_eq!(files.errors(), [""; 0], "seed {seed}\n{}", files.log);
        let told = through_pipes(&steps, &mut random);
        for told in &told {
            assert_eq!(told.errors(), [""; 0], "seed {seed}\n{}", told.log);
        }
        let last = told.last().unwrap();
        assert_eq!(last.listing, files.listing, "seed {seed}\n{steps:#?}");
    }
}

/// A step that makes a data set, some that make another of it, and one that shows the last.
fn chain(random: &mut Random) -> Vec<Step> {
    let mut steps = vec![made(random)];
    for _ in 0..random.below(MOST_BETWEEN + 1) {
        steps.push(between(random));
    }
    steps.push(shown(random));
    steps
}

/// From no observations to thousands, from part of a page to many.
fn made(random: &mut Random) -> Step {
    let rows = match random.below(5) {
        0 => random.below(3),
        1 => random.below(200),
        _ => random.below(5000),
    };
    let length = match random.below(3) {
        0 => 1,
        1 => 1 + random.below(100),
        _ => 1 + random.below(2000),
    };
    let (classes, texts) = (1 + random.below(40), 1 + random.below(9));
    format!(
        "data <out>; length t $ 9 w $ {length} k 4;
           do k = 1 to {rows};
             g = mod(k * 31, {classes}); x = mod(k * 7919, 1009) / 8; t = cats('t', mod(k * 17, {texts}));
             if mod(k, 50) = 7 then x = .b;
             w = repeat(t, mod(k, 90));
             output;
           end;
         run;"
    )
}

fn between(random: &mut Random) -> Step {
    let (few, some, many) = (2 + random.below(5), random.below(120), random.below(4000));
    match random.below(7) {
        0 => format!("data <out>; set <in>; if mod(k, {few}) ne 0; x = x + k; run;"),
        1 => format!("data <out>(drop=w); length w $ 1; set <in>(where=(x > {some})); run;"),
        2 => format!(
            "data <out>(where=(k > {some})); set <in>(firstobs={few} obs={}); run;",
            few + many
        ),
        3 => "data <out>; set <in>; by g notsorted; retain begun; begun = sum(begun, first.g); x = x + begun; run;"
            .to_owned(),
        4 => "proc sort data=<in> out=<out>; by g descending x; run;".to_owned(),
        5 => format!("options sortsize=300K; proc sort data=<in>(where=(k > {few})) out=<out>; by t; run;"),
        _ => "proc sort data=<in> out=<out> nodupkey; by x t; run;".to_owned(),
    }
}

/// Of numbers whose sums are exact, so that it does not count in which order threads add them.
fn shown(random: &mut Random) -> Step {
    match random.below(5) {
        0 => "proc tabulate data=<in>; class g t; var x k; table g all, t (x k)*(n sum mean max); run;",
        1 => "proc tabulate data=<in> missing; class t / descending; var x; table t, x*(n nmiss sum median); run;",
        2 => "proc means data=<in> n nmiss sum mean min median max maxdec=3; class g; var x k; run;",
        3 => "proc freq data=<in>; tables g t*g / missing norow; run;",
        _ => "proc print data=<in>(firstobs=3 obs=60); var k g x t; run; ",
    }
    .to_owned()
}

/// One session carries them out one after the other.
fn through_files(steps: &[Step], random: &mut Random) -> SessionOutput {
    let mut program = threads(random);
    for (number, step) in steps.iter().enumerate() {
        let before = format!("s{}", number.saturating_sub(1));
        program += &step.replace("<in>", &before).replace("<out>", &format!("s{number}"));
    }
    alone(&program)
}

/// Each has a session of its own.
fn through_pipes(steps: &[Step], random: &mut Random) -> Vec<SessionOutput> {
    let ports: Vec<u16> = steps.iter().map(|_| port()).collect();
    let programs = steps.iter().enumerate().map(|(number, step)| {
        let mut program = threads(random);
        let settings = ["", "bufsize=4k bufno=2", "bufsize=8k bufno=7", "bufsize=256k"][random.below(4) as usize];
        let host = ["", "localhost"][random.below(2) as usize];
        if let Some(before) = number.checked_sub(1) {
            program += &format!("libname a sasesock ':{}' timeout=60;", ports[before]);
        }
        program += &format!("libname b sasesock '{host}:{}' timeout=60 {settings};", ports[number]);
        program + &step.replace("<in>", "a.t").replace("<out>", "b.t")
    });
    all_at_once(programs.collect())
}

fn threads(random: &mut Random) -> String {
    match random.below(6) {
        0 => "options nothreads;".to_owned(),
        count => format!("options threads cpucount={count};"),
    }
}
