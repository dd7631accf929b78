//! The steps: one of each procedure, and DATA steps.

/// A step.
#[derive(Debug)]
pub struct NamedStep {
    /// Its name in the table.
    pub name: &'static str,
    /// Its program. The last step of it is the one that is measured.
    pub program: &'static str,
}

const fn step(name: &'static str, program: &'static str) -> NamedStep {
    NamedStep { name, program }
}

/// All of them.
pub const STEPS: &[NamedStep] = &[
    step("print", "proc print data=in.big(obs=200000); run;"),
    step("sort", "proc sort data=in.big out=work.made; by name day; run;"),
    step(
        "means",
        "proc means data=in.big noprint; class region sex; var x1-x6; output out=work.made mean= std= / autoname; run;",
    ),
    step(
        "summary-median",
        "proc summary data=in.big; class region; var x1-x6; output out=work.made median= / autoname; run;",
    ),
    step(
        "freq",
        "proc freq data=in.big; tables region*sex / chisq out=work.made; run;",
    ),
    step(
        "tabulate",
        "proc tabulate data=in.big; class region sex; var y; table region, sex*y*(n mean std); run;",
    ),
    step(
        "report",
        "proc report data=in.big nowd; columns region sex y; define region / group; define sex / group; \
         define y / analysis mean; run;",
    ),
    step("univariate", "proc univariate data=in.big; var y; run;"),
    step("corr", "proc corr data=in.big; var x1-x6 y; run;"),
    step("corr-spearman", "proc corr data=in.big spearman; var x1-x3 y; run;"),
    step(
        "rank",
        "proc rank data=in.big out=work.made; var x1-x3; ranks r1-r3; run;",
    ),
    step(
        "standard",
        "proc standard data=in.big out=work.made mean=0 std=1; var x1-x6; run;",
    ),
    step(
        "transpose",
        "proc transpose data=in.big out=work.made; by id; var x1-x3; run;",
    ),
    step("reg", "proc reg data=in.big; model y = x1-x6; run; quit;"),
    step(
        "glm",
        "proc glm data=in.big; class region sex; model y = x1 x2 region sex; run; quit;",
    ),
    step(
        "logistic",
        "proc logistic data=in.big; model event(event='1') = x1 x4 / maxiter=5; run;",
    ),
    step("ttest", "proc ttest data=in.big; class sex; var y; run;"),
    step(
        "anova",
        "proc anova data=in.big; class region; model y = region; run; quit;",
    ),
    step("compare", "proc compare base=in.big compare=in.again; run;"),
    step("contents", "proc contents data=in.big; run;"),
    step("copy", "proc copy in=in out=work; select big; run;"),
    step(
        "append",
        "data work.made; set in.big(obs=1000); run; proc append base=work.made data=in.big; run;",
    ),
    step(
        "export",
        "proc export data=in.big outfile=written dbms=csv replace; run;",
    ),
    step(
        "import",
        "proc import datafile=lines out=work.made dbms=csv replace; run;",
    ),
    step(
        "sql-group",
        "proc sql; create table work.made as select member, count(*) as n, sum(y) as y from in.big \
         group by member; quit;",
    ),
    step(
        "sql-order",
        "proc sql; create table work.made as select * from in.big order by name, day; quit;",
    ),
    step(
        "sql-join",
        "proc sql; create table work.made as select a.*, b.z from in.big as a, in.small as b \
         where a.member = b.member; quit;",
    ),
    step(
        "sql-distinct",
        "proc sql; create table work.made as select distinct name, sex from in.big; quit;",
    ),
    step("data-copy", "data work.made; set in.big; run;"),
    step("data-where", "data work.made; set in.big; where y > 6; run;"),
    step(
        "data-compute",
        "data work.made; set in.big; s = sqrt(x1*x1 + x2*x2); t = upcase(region); run;",
    ),
    step(
        "data-by",
        "data work.made; set in.sorted; by member; retain n; if first.member then n = 0; n + 1; \
          if last.member; keep member n; run;",
    ),
    step(
        "data-merge",
        "data work.made; merge in.sorted(in=a) in.small; by member; if a; run;",
    ),
    step(
        "data-hash",
        "data work.made; if 0 then set in.small; if _n_ = 1 then do; declare hash h(dataset: 'in.small'); \
         h.definekey('member'); h.definedata('z'); h.definedone(); end; set in.big; if h.find() = 0; run;",
    ),
    step(
        "data-infile",
        "data work.made; infile lines dsd firstobs=2 truncover; length region $ 9 sex $ 1 name $ 16; \
         informat day date9.; input id day member event region sex name x1-x6 y; run;",
    ),
    step(
        "data-file",
        "data _null_; set in.big; file written dsd; put id day member event region sex name x1-x6 y; run;",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let mut names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
    }
}
