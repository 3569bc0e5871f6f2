/** The name of a scenario without its parameters: `busy-line`. */
export const baseName = (name: string): string => name.split('(', 1)[0] ?? '';

/** The name of a scenario with its parameters as people write them: `busy-line(number=+1 202 555 0177)`. */
export function scenarioText(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
