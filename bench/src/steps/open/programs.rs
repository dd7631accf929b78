//! The programs of `feedrate run` on claims, and those that describe what they wrote.

use feedrate_bench::peers::feedrate::put;

use super::super::claims::{COLUMNS, number_names};
use super::check::Check;
use super::task::{CHARGE_LIMIT, RANKED, Task};

/// Returns the steps of a task on IN.BIG, whose result is the data set `made`.
pub fn steps(task: Task, made: &str) -> String {
    let query = |text: &str| format!("proc sql;\n  create table {made} as\n    {text};\nquit;\n");
    match task {
        Task::Cells => query(
            "select quarter, region, mem_sex, count(*) as n\n    \
                 from in.big group by quarter, region, mem_sex",
        ),
        Task::Statistics => format!(
            "proc means data=in.big noprint nway;\n  \
               class region mem_sex;\n  \
               var charge;\n  \
               output out={made} n=n mean=mean std=std min=min max=max;\n\
             run;\n"
        ),
        Task::MemberSums => query("select member, sum(charge) as charge from in.big group by member"),
        Task::Filter => query(&format!("select * from in.big where charge < {CHARGE_LIMIT}")),
        Task::MemberJoin => query(
            "select count(*) as n, sum(charge * y) as charge_y, sum(paid) as paid, sum(z) as z\n    \
                 from in.big as a, in.small as b where a.mem_id = b.k",
        ),
        Task::Totals => format!(
            "proc means data=in.big noprint;\n  \
               var {};\n  \
               output out={made} n(rec_id)=n sum=;\n\
             run;\n",
            number_names().join(" ")
        ),
        Task::Ranks => format!(
            "proc rank data=in.big out={made} ties=low;\n  \
               var {};\n  \
               ranks {};\n\
             run;\n",
            RANKED.join(" "),
            RANKED.map(|name| format!("{name}_rank")).join(" ")
        ),
    }
}

/// Returns the steps that put the numbers which describe IN.BIG into the log.
pub fn description(check: Check) -> String {
    match check {
        Check::Cells => sorted("quarter region mem_sex", &["n"]),
        Check::Statistics => sorted("region mem_sex", &["n", "mean", "std", "min", "max"]),
        Check::MemberSums => added_up(&[
            "charge".to_owned(),
            format!("charge * input(substr(member, {}), 12.)", digits_from(1)),
        ]),
        Check::Filtered | Check::Copied => {
            let mut terms = number_names().map(str::to_owned).to_vec();
            let names = COLUMNS.codes.iter().enumerate();
            terms.extend(names.map(|(place, code)| {
                let from = digits_from(place);
                format!("input(substr({}, {from}), 12.)", code.rest.name)
            }));
            let levels = COLUMNS.levels.iter();
            terms.extend(levels.map(|column| format!("length({}) * mod(rec_id, 97)", column.rest.name)));
            added_up(&terms)
        }
        Check::MemberJoin => row(&["n", "charge_y", "paid", "z"]),
        Check::Totals => {
            let names = number_names();
            row(&[&["n"][..], &names].concat())
        }
        Check::Ranks => {
            let terms = RANKED.map(|name| [format!("{name}_rank"), format!("{name}_rank * mod(rec_id, 97)")]);
            added_up(terms.as_flattened())
        }
    }
}

/// Returns the place of the first digit in a code of claims.
fn digits_from(place: usize) -> usize {
    COLUMNS.codes[place].prefix.len() + 1
}

fn row(names: &[&str]) -> String {
    format!("data _null_;\n  set in.big;\n  {}\nrun;\n", put(names))
}

fn sorted(by: &str, names: &[&str]) -> String {
    format!(
        "proc sort data=in.big out=sorted;\n  by {by};\nrun;\n\
         data _null_;\n  set sorted;\n  {}\nrun;\n",
        put(names)
    )
}

/// That of the number of rows, and of the sums of terms.
fn added_up(terms: &[String]) -> String {
    let sums = terms.iter().enumerate();
    let sums: String = sums.map(|(place, term)| format!("  s{place} + {term};\n")).collect();
    let names: Vec<_> = (0..terms.len()).map(|place| format!("s{place}")).collect();
    let mut told = vec!["_n_"];
    told.extend(names.iter().map(String::as_str));
    format!(
        "data _null_;\n  set in.big end=last;\n{sums}  if last then do;\n    {}\n  end;\nrun;\n",
        put(&told)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_numbers_are_told_as_are_expected() {
        for check in [
            Check::MemberSums,
            Check::Filtered,
            Check::Copied,
            Check::MemberJoin,
            Check::Totals,
            Check::Ranks,
        ] {
            let puts = description(check).matches("put 'found ' ").count();
            assert_eq!(puts, check.expected(1000).len(), "{check:?}");
        }
    }
}
