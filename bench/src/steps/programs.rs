//! The programs of `feedrate run`: those of the cases, and those that describe what they wrote.
//!
//! All data sets are called BIG, each in a folder of its own; the small one that a join reads besides is called SMALL.

use std::path::Path;

use feedrate_bench::peers::feedrate::{self, put};

use super::check::Check;
use super::claims::{self, COLUMNS, Code, Columns, Number};
use super::competitor::Pages;
use super::job::Job;
use super::keyed::{self, GROUP_PREFIX, PATTERN, Rest};
use super::open::programs as open;
use super::task::Task;
use super::values::Values;
use super::wide::VARIABLES;

/// Returns the program of a job.
pub fn program(job: &Job, pages: Pages) -> String {
    let source = library("in", &job.source);
    let target = library("out", &job.target);
    let page = format!("(bufsize={}k)", pages.page_kib);
    let made = format!("out.big{page}");
    let query = |text: &str| format!("{source}{target}proc sql;\n  create table {made} as\n    {text};\nquit;\n");
    match job.task {
        Task::Make => {
            target
                + &match job.values {
                    Values::Keyed => keyed_tables(job.rows, &page),
                    Values::Claims => claims_table(job.rows, &made),
                    Values::Counting => wide_table("", job.rows, &made),
                    Values::Shuffled => wide_table(SHUFFLED_KEYS, job.rows, &made),
                }
        }
        Task::Copy => format!("{source}{target}data {made};\n  set in.big;\nrun;\n"),
        Task::Means => format!(
            "{source}{target}\
                 proc means data=in.big noprint;\n  \
                   var x1-x{VARIABLES};\n  \
                   output out={made} n= mean= std= min= max= / autoname;\n\
                 run;\n"
        ),
        Task::Sums => {
            let sums: Vec<_> = (1..=VARIABLES).map(|j| format!("sum(x{j}) as s{j}")).collect();
            query(&format!("select {} from in.big", sums.join(", ")))
        }
        Task::Sort => {
            format!("{source}{target}proc sort data=in.big out={made};\n  by x1 x2;\nrun;\n")
        }
        Task::Tabulate => format!(
            "{source}{target}\
                 proc tabulate data=in.big out={made};\n  \
                   class mem_sex region quarter;\n  \
                   table quarter*region, mem_sex all;\n\
                 run;\n"
        ),
        Task::Median => format!(
            "{source}{target}\
                 proc means data=in.big noprint nway;\n  \
                   class region;\n  \
                   var {};\n  \
                   output out={made} median= / autoname;\n\
                 run;\n",
            claims::number_names().join(" ")
        ),
        Task::Join => query(
            "select count(*) as n, sum(x1 * y) as xy, sum(x2) as x2, sum(z) as z\n    \
                 from in.big as a, in.small as b where a.k = b.k",
        ),
        Task::Lookup => source + &target + &lookup(pages),
        Task::Match => source + &target + &matching(pages),
        Task::Group => query(&groups("g")),
        Task::GroupText => query(&groups("name")),
        Task::ScanJoin => query(
            "select sum(k) as a, sum(x1) as b, sum(x2) as c from in.big\n    \
             union all select sum(k), sum(y), sum(z) from in.small",
        ),
        Task::Open(task) => source + &target + &open::steps(task, &made),
        Task::ScanGroup => query("select sum(g) as g, sum(x1) as x1, sum(x2) as x2, sum(x3) as x3 from in.big"),
        Task::ScanGroupText => {
            query("select max(name) as name, sum(x1) as x1, sum(x2) as x2, sum(x3) as x3 from in.big")
        }
    }
}

/// Returns the step that looks rows up by a hash object.
fn lookup(pages: Pages) -> String {
    format!(
        "data out.big(bufsize={}k keep=n xy s2 sz rename=(s2=x2 sz=z));\n  \
           if 0 then set in.small;\n  \
           if _n_ = 1 then do;\n    \
             declare hash small(dataset: 'in.small');\n    \
             small.definekey('k');\n    small.definedata('y', 'z');\n    small.definedone();\n  \
           end;\n  \
           set in.big end=last;\n  \
           if small.find() = 0 then do;\n    n + 1; xy + x1 * y; s2 + x2; sz + z;\n  end;\n  \
           if last then output;\n\
         run;\n",
        pages.page_kib
    )
}

/// Returns the step that counts rows whose text matches.
fn matching(pages: Pages) -> String {
    format!(
        "data out.big(bufsize={}k keep=n);\n  \
           set in.big end=last;\n  \
           if prxmatch('/{PATTERN}/', name) then n + 1;\n  \
           if last then output;\n\
         run;\n",
        pages.page_kib
    )
}

fn groups(by: &str) -> String {
    format!(
        "select {by}, count(*) as n, sum(x1) as x1, mean(x2) as x2, min(x3) as x3_min, max(x3) as x3_max\n    \
             from in.big group by {by}"
    )
}

/// The statements that give x1 and x2 of shuffled values.
const SHUFFLED_KEYS: &str = "    a = mod(7919 * i, 10007);\n    x1 = mod(a * a * a, 10007);\n    \
                                 b = mod(104729 * i, 10037);\n    x2 = mod(b * b * b, 10037);\n";

fn wide_table(keys: &str, rows: u64, made: &str) -> String {
    format!(
        "data {made};\n  \
           array x{{{VARIABLES}}};\n  \
           do i = 1 to {rows};\n    \
             do j = 1 to {VARIABLES};\n      x{{j}} = i + j;\n    end;\n\
         {keys}    \
             output;\n  \
           end;\n  \
           keep x1-x{VARIABLES};\n\
         run;\n"
    )
}

fn keyed_tables(rows: u64, page: &str) -> String {
    let small = long_table("small", keyed::SMALL_ROWS, page, &keyed::SMALL, "");
    let name = format!("    name = '{GROUP_PREFIX}' || put(g, z8.);\n");
    small + &long_table("big", rows, page, &keyed::LONG, &name)
}

fn long_table(name: &str, rows: u64, page: &str, columns: &[Rest], more: &str) -> String {
    let statements = columns
        .iter()
        .map(|Rest { name, factor, modulus }| format!("    {name} = mod({factor} * i, {modulus});\n"));
    let statements: String = statements.collect();
    format!("data out.{name}{page};\n  do i = 1 to {rows};\n{statements}{more}    output;\n  end;\n  drop i;\nrun;\n")
}

fn claims_table(rows: u64, made: &str) -> String {
    let Columns { numbers, levels, codes } = COLUMNS;
    let rest = |rest: Rest| format!("mod({} * i, {})", rest.factor, rest.modulus);
    let numbers = numbers.iter().map(|column| {
        let Number { plus, times, .. } = column;
        let value = rest(column.rest);
        format!("    {} = {plus} + {times} * {value};\n", column.rest.name)
    });
    let levels_of = levels.iter().map(|column| {
        let name = column.rest.name;
        let mut statements = format!("    rest = {};\n", rest(column.rest));
        for (place, (level, limit)) in column.levels.iter().enumerate() {
            let otherwise = if place > 0 { "else " } else { "" };
            statements += &format!("    {otherwise}if rest < {limit} then {name} = '{level}';\n");
        }
        statements
    });
    let codes_of = codes.iter().map(|column| {
        let Code { prefix, digits, .. } = column;
        let value = rest(column.rest);
        let name = column.rest.name;
        format!("    {name} = '{prefix}' || put({value}, z{digits}.);\n")
    });
    let texts = levels
        .iter()
        .map(|column| (column.rest.name, column.bytes))
        .chain(codes.iter().map(|column| (column.rest.name, column.bytes())));
    let lengths = texts.map(|(name, bytes)| format!(" {name} $ {bytes}"));
    format!(
        "data {made};\n  length{};\n  do i = 1 to {rows};\n{}    output;\n  end;\n  drop i rest;\nrun;\n",
        lengths.collect::<String>(),
        numbers.chain(levels_of).chain(codes_of).collect::<String>()
    )
}

/// Returns the statement that gives the folder of a data set a name, with the engine that the file's ending asks for.
fn library(name: &str, data_set: &Path) -> String {
    let ending = data_set.extension().and_then(|ending| ending.to_str());
    let engine = ending.filter(|&ending| ending != "sas7bdat");
    feedrate::library_of(name, engine, data_set.parent().unwrap_or(data_set))
}

/// Returns the program that puts the numbers which describe a data set into the log.
pub fn description(check: Check, data_set: &Path, rows: u64) -> String {
    library("in", data_set) + &steps_of(check, rows)
}

fn steps_of(check: Check, rows: u64) -> String {
    let last = format!("x{VARIABLES}");
    match check {
        Check::Ends => format!(
            "data _null_;\n  set in.big(obs=1) in.big(firstobs={rows});\n  {}\nrun;\n\
             data _null_;\n  if 0 then set in.big nobs=rows;\n  {}\n  stop;\nrun;\n",
            put(&["x1", &last]),
            put(&["rows"])
        ),
        Check::Means => {
            let of = |x: &str| {
                ["n", "mean", "stddev", "min", "max"]
                    .map(|statistic| put(&[&format!("{x}_{statistic}")]))
                    .concat()
            };
            row(&(of("x1") + &of(&last)))
        }
        Check::Sums => {
            let sums = (1..=VARIABLES).map(|j| put(&[&format!("s{j}")]));
            row(&sums.collect::<String>())
        }
        Check::Join => row(&put(&["n", "xy", "x2", "z"])),
        Check::Match => row(&put(&["n"])),
        Check::Group => grouped(""),
        Check::GroupText => grouped(&format!("g = input(substr(name, {}), 8.);", GROUP_PREFIX.len() + 1)),
        // Blank, the sex of those that are of both comes first.
        Check::Tabulate => format!(
            "proc sort data=in.big out=counts;\n  by quarter region mem_sex;\nrun;\n\
             data _null_;\n  set counts;\n  {}\nrun;\n",
            put(&["n"])
        ),
        Check::Medians => {
            let names = claims::number_names();
            row(&names.map(|name| put(&[&format!("{name}_median")])).concat())
        }
        Check::Open(check) => open::description(check),
        Check::Order => format!(
            "data _null_;\n  \
               set in.big end=last;\n  \
               array x{{{VARIABLES}}};\n  \
               retain before1 before2;\n  \
               if _n_ = 1 then do;\n    {ends}\n  end;\n  \
               else if x1 < before1 or (x1 = before1 and x2 < before2) then disorder + 1;\n  \
               before1 = x1;\n  before2 = x2;\n  \
               hash = 0;\n  \
               do j = 1 to {VARIABLES};\n    hash = hash + j * j * x{{j}};\n  end;\n  \
               hash = mod(hash, 99991);\n  \
               checksum + mod(hash * hash, 99991);\n  \
               if last then do;\n    {ends}\n    {all}\n  end;\n\
             run;\n",
            ends = put(&["x1", "x2", &last]),
            all = put(&["_n_", "disorder", "checksum"])
        ),
    }
}

fn row(puts: &str) -> String {
    format!("data _null_;\n  set in.big;\n  {puts}\nrun;\n")
}

/// That of groups, for which a statement may have to make the number of the group.
fn grouped(group: &str) -> String {
    format!(
        "data _null_;\n  set in.big end=last;\n  {group}\n  \
           all_n + n; g_n + g * n; g_x1 + g * x1; n_x2 + n * x2; g_min + g * x3_min; g_max + g * x3_max;\n  \
           if last then do;\n    {}\n  end;\nrun;\n",
        put(&["_n_", "all_n", "g_n", "g_x1", "n_x2", "g_min", "g_max"])
    )
}
