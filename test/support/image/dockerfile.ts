export interface Instruction {
  /** In capitals: COPY. */
  readonly name: string;
  /** All that follows, on one line. */
  readonly text: string;
}

/** The part of a Dockerfile that begins with a FROM. */
export interface Stage {
  /** Image from which it starts: ${NODE_IMAGE}. */
  readonly base: string;
  /** Name by which later stages copy from it; empty without one. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile, in order. Throws an Error for a line that it does not understand. */
export function stagesOf(dockerfile: string): Stage[] {
  const instructions = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '') // may also stand between the lines of an instruction
    .replaceAll(/\\\s*\n/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(instructionOf);
  const starts = instructions.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []));
  return starts.map((start, at) => {
    const [, base = '', name = ''] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instructions[start]?.text ?? '') ?? [];
    return { base, name, instructions: instructions.slice(start + 1, starts[at + 1]) };
  });
}

function instructionOf(line: string): Instruction {
  const [, name = '', text = ''] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  if (name === '' || text.includes('<<')) throw new Error(`the Dockerfile has a line of an unknown form: ${line}`);
  return { name, text: text.trim() };
}

/** Texts after the instructions of a name in a stage. */
export const textsOf = (name: string, stage: Stage | undefined): string[] =>
  (stage?.instructions ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text);
