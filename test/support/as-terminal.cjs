// Gives stdout the width of a terminal: COLUMNS_OF_TERMINAL.
Object.assign(process.stdout, { isTTY: true, columns: Number(process.env.COLUMNS_OF_TERMINAL) });
