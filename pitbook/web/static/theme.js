// Before anything is painted: the theme that the visitor chose.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* private windows keep nothing */ }
