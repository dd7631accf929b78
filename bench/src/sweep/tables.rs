//! The tables that steps read, and their program.
//!
//! BIG is the table; AGAIN a copy of it, and SORTED one in the order of MEMBER; SMALL has a row of each member; LINES
//! is a CSV file of BIG. Every value follows from the number of its row and the seeds of random numbers.

use std::path::Path;

use feedrate_bench::peers::feedrate::library;

/// Members, as many as SMALL has rows.
pub const MEMBERS: u64 = 100_003;

/// Bytes of a row of BIG.
pub const ROW_BYTES: u64 = 11 * 8 + 9 + 1 + 16;

/// Returns the statements that name the tables, their lines, and the lines that a step makes in another folder.
pub fn libraries(tables: &Path, made: &Path) -> String {
    let file = |folder: &Path| folder.join("lines.csv").display().to_string().replace('\'', "''");
    format!(
        "{}filename lines '{}';\nfilename written '{}';\n",
        library("in", tables),
        file(tables),
        file(made)
    )
}

/// Returns the program that makes the tables.
pub fn program(rows: u64) -> String {
    let numbers: String = (1..=6).map(|j| format!("    x{j} = rannor(7);\n")).collect();
    format!(
        "data in.big;\n  \
           length id day member event 8 region $ 9 sex $ 1 name $ 16 x1-x6 y 8;\n  \
           format day date9.;\n  \
           do id = 1 to {rows};\n    \
             day = 15706 + mod(101 * id, 365);\n    \
             member = mod(61195 * id, {MEMBERS});\n    \
             region = scan('Midwest Northeast South West', 1 + mod(mod(7919 * id, 10007), 4));\n    \
             sex = substr('FM', 1 + mod(mod(104729 * id, 1000033), 2), 1);\n    \
             name = 'member' || put(member, z10.);\n\
         {numbers}    \
             y = 3 + x1 - 2 * x2 + x3 / 2 + rannor(7);\n    \
             event = x1 + x4 + rannor(7) > 0;\n    \
             output;\n  \
           end;\n\
         run;\n\
         data in.again;\n  set in.big;\nrun;\n\
         proc sort data=in.big out=in.sorted;\n  by member;\nrun;\n\
         data in.small;\n  \
           do member = 0 to {MEMBERS} - 1;\n    z = mod(13 * member, 1013);\n    output;\n  end;\n\
         run;\n\
         proc export data=in.big outfile=lines dbms=csv replace;\nrun;\n"
    )
}
