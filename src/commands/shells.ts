/** Whose form variables can be told in. */
export const shells = ['sh', 'fish', 'powershell', 'dotenv'] as const;
export type ShellName = (typeof shells)[number];

const forms: Readonly<Record<ShellName, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replace(/['\\]/g, '\\$&')}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  dotenv: (name, value) => `${name}=${/^[\w@%+=:,./-]*$/.test(value) ? value : JSON.stringify(value)}`,
};

/** Lines that set variables when a shell, or a program that reads .env files, reads them. */
export function assignments(variables: Readonly<Record<string, string>>, shell: ShellName): string {
  return Object.entries(variables)
    .map(([name, value]) => `${forms[shell](name, value)}\n`)
    .join('');
}
