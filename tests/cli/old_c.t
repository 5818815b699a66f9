What C89 allowed and compilers such as gcc 12 still take is a warning: functions
without a type or a prototype, and others that nothing has declared.

  $ cat > old.c <<'END'
  > twice(n, a)
  > float *a;
  > {
  >     int i;
  > #pragma hedra
  >     for (i = 0; i < n; i++)
  >         a[i] *= 2;
  >     show(a[n - 1]);
  >     return;
  > }
  > END
  $ hedrac -w old.c -o - | grep -o '"twice", "old.c", 5'
  "twice", "old.c", 5
  $ hedrac old.c -o out.c 2>&1 | grep -o 'warning: call to undeclared function .show.'
  warning: call to undeclared function 'show'
  $ hedrac -Werror=implicit-int -w old.c -o out.c 2>&1 | grep -o 'error: type specifier missing'
  error: type specifier missing

