import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether a command ends well, as one that loads what a program needs. */
export const succeeds = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0;

const jars = ['jupiter-api', 'jupiter-engine', 'platform-commons', 'platform-engine', 'platform-launcher']
  .concat('platform-console', 'platform-reporting')
  .map((name) => `/usr/share/java/junit-${name}.jar`)
  .concat(['opentest4j', 'apiguardian-api', 'picocli'].map((name) => `/usr/share/java/${name}.jar`));
const classPath = `${jars.join(':')}:out`;

const nunit = '/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll';
const assemblies = ['System.Net.Http', 'System.Runtime.Serialization', 'System.Xml.Linq', 'System.Xml'].concat(
  'Microsoft.CSharp',
);

/** A runner that compiles its tests first; paths are those of the working folder. */
export interface CompiledRunner {
  readonly isThere: boolean;
  /** Compiles sources, as a shell names them. */
  readonly compile: (sources: string) => readonly string[];
  readonly command: readonly string[];
}

/** For a program that is over before code that is compiled well would pay. */
const shortLived = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** JUnit 5 of Debian. */
export const junit: CompiledRunner = {
  isThere: succeeds('javac', '--version') && jars.every((jar) => existsSync(jar)),
  compile: (sources) => {
    const options = shortLived.map((option) => `-J${option}`).join(' ');
    return ['sh', '-c', `javac ${options} -cp ${classPath} -d out ${sources}`];
  },
  command: ['java', ...shortLived, '-cp', classPath, 'org.junit.platform.console.ConsoleLauncher'].concat(
    ...['--scan-classpath', 'out'],
  ),
};

/** NUnit 2.6 of Debian, on Mono. */
export const mono: CompiledRunner = {
  isThere: succeeds('mcs', '--version') && existsSync(nunit) && succeeds('sh', '-c', 'command -v nunit-console'),
  compile: (sources) => {
    const references = [nunit, ...assemblies].map((name) => `-r:${name}`).join(' ');
    return ['sh', '-c', `mcs -target:library -out:tests.dll ${references} ${sources} && cp ${nunit} .`];
  },
  command: ['nunit-console', '-nologo', '-noxml', 'tests.dll'],
};
