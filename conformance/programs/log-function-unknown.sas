/* source: vscode-sas-extension, tests of the log viewer, logParser.test.ts (github.com/sassoftware, 2023) */
data _null_;
  x = symputx('a', 1);
run;
/* log
ERROR 68-185: The function SYMPUTX is unknown, or cannot be accessed.
*/
