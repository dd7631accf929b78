/* source: utl-how-to-get-rid-of-multiple-length-warnings-when-appending-tables (github.com/rogerjdeangelis) */
data class_lng; length name $64 sex $64; set sashelp.class; run;
proc append data=sashelp.class base=class_lng;
run;
/* log
WARNING: Variable name has different lengths on BASE and DATA files (BASE 64 DATA 8).
WARNING: Variable sex has different lengths on BASE and DATA files (BASE 64 DATA 1).
*/
