//! Summary functions are those of PROC MEANS.

use std::fmt::Write;

use super::{assert_nothing_differs, ran};

#[test]
fn summaries_are_those_of_means() {
    let statistics = [
        "n", "nmiss", "sum", "mean", "std", "min", "max", "var", "cv", "uss", "css", "range", "stderr", "t", "prt",
    ];
    let (mut output, mut select, mut compared) = (String::new(), String::new(), String::new());
    for statistic in statistics {
        write!(output, " {statistic}(x)=m_{statistic}").unwrap();
        write!(select, ", {statistic}(x) as q_{statistic}").unwrap();
        writeln!(
            compared,
            "if m_{statistic} ^= q_{statistic} and not (abs(m_{statistic} - q_{statistic})
               <= 1e-12 * abs(m_{statistic})) then put 'DIFFERENT ' g= m_{statistic}= q_{statistic}=;"
        )
        .unwrap();
    }
    let program = format!(
        "options nosyntaxcheck;
         data all;
           call streaminit(9);
           do i = 1 to 20000;
             g = int(400 * rand('uniform') ** 3);
             if g = 2 then g = .;
             if g = 3 then g = .z;
             x = 3 + rand('normal');
             if g = 4 then x = 7;
             if rand('uniform') < 0.1 or g = 5 then x = .b;
             if g = 6 and rand('uniform') < 0.9 then x = .;
             output;
           end;
         run;
         proc summary data=all missing nway; class g; var x; output out=means {output}; run;
         proc sql; create table queries as select g, count(*) as rows {select} from all group by g; quit;
         data _null_; merge means queries; by g; {compared}
           if rows ^= _freq_ then put 'DIFFERENT ' rows= _freq_=; run;
         proc summary data=all; var x; output out=means {output}; run;
         proc sql; create table queries as select count(*) as rows {select} from all; quit;
         data _null_; merge means queries; g = 'all'; {compared} put 'COMPARED ' _n_; run;"
    );
    let log = ran(&program);
    assert_nothing_differs(&log);
    assert!(log.contains("\nCOMPARED 1\n"), "{log}");
}
