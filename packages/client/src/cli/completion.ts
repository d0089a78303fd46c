import { Argument, type Command } from 'commander';
import { callOf, type Session } from './call.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export interface Word {
  word: string;
  summary: string;
}

/** The words that can follow the beginning of a command line, such as `posts create`. */
interface Place {
  path: string;
  words: Word[];
  /** The values of options, such as `--status`, for those that have a list. */
  values: { option: string; words: readonly string[] }[];
}

const details = `
  bash   eval "$(punctual completion bash)" in ~/.bashrc
  zsh    eval "$(punctual completion zsh)" in ~/.zshrc, after compinit
  fish   punctual completion fish > ~/.config/fish/completions/punctual.fish`;

/** Adds the command that prints a completion script. `others`: further commands of the program. */
export function addCompletion(program: Command, session: Session, others: readonly Word[]): void {
  program
    .command('completion')
    .description('Prints a script with which the shell completes commands and options.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', details)
    .action((shell: Shell, _options: object, command: Command) => {
      const script = scripts[shell](placesOf(program, others));
      callOf(session, command).surroundings.stdout.write(script);
    });
}

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Returns the words for the beginning of the command line, which has an empty path, and for every command. */
function placesOf(program: Command, others: readonly Word[]): Place[] {
  const common = [...optionsOf(program), help];
  const below = (command: Command, path: string): Place[] => {
    const own = command.commands.map((child) => ({ word: child.name(), summary: child.description() }));
    const special = command === program ? [] : [...choicesOf(command), ...optionsOf(command)];
    const words = [...own, ...special, ...common];
    const inner = command.commands.flatMap((child) => below(child, joined(path, child.name())));
    return [{ path, words, values: valuesOf(command) }, ...inner];
  };
  const [first, ...rest] = below(program, '');
  const known = new Set(first?.words.map(({ word }) => word));
  const added = others.filter(({ word }) => !known.has(word));
  return [{ path: '', words: [...(first?.words ?? []), ...added], values: [] }, ...rest];
}

const help: Word = { word: '--help', summary: 'print the usage of a command' };

const valuesOf = ({ options }: Command): Place['values'] =>
  options.flatMap(({ long, argChoices = [] }) =>
    long === undefined || argChoices.length === 0 ? [] : [{ option: long, words: argChoices }],
  );

const optionsOf = ({ options }: Command): Word[] =>
  options.flatMap(({ long, description }) =>
    long === undefined ? [] : [{ word: long, summary: description }],
  );

const choicesOf = ({ registeredArguments }: Command): Word[] =>
  registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, summary: description })),
  );

const joined = (path: string, name: string): string => (path === '' ? name : `${path} ${name}`);

const pathsOf = (places: readonly Place[]): string[] =>
  places.map(({ path }) => path).filter((path) => path !== '');

/** The pattern of a case in a shell script: the commands that were typed, without options. */
const pattern = (paths: readonly string[]): string => paths.map((path) => `"${path}"`).join(' | ');

function bashScript(places: readonly Place[]): string {
  const cases = places.map(
    ({ path, words }) => `    "${path}") words="${words.map(({ word }) => word).join(' ')}" ;;`,
  );
  const valueCases = valuesIn(places, (words) => `words="${words.join(' ')}"`);
  return `# bash completion of punctual
_punctual() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place="" words="" word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${place:+$place }$word"
    case "$next" in
      ${pattern(pathsOf(places))}) place="$next" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$place \${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _punctual punctual
`;
}

function zshScript(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => {
    const found = words.map(({ word, summary }) => singleQuoted(`${word}:${summary}`));
    return `    "${path}") found=(${found.join(' ')}) ;;`;
  });
  const valueCases = valuesIn(places, (words) => `found=(${words.join(' ')})`);
  return `#compdef punctual
# zsh completion of punctual
_punctual() {
  local place="" word next
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${place:+$place }$word"
    case "$next" in
      ${pattern(pathsOf(places))}) place="$next" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$place \${words[CURRENT-1]}" in
${valueCases.join('\n')}
  esac
  _describe 'punctual' found
  _files
}
if [ "$funcstack[1]" = "_punctual" ]; then
  _punctual "$@"
else
  compdef _punctual punctual
fi
`;
}

/** The cases of a shell script for the values of options. */
const valuesIn = (places: readonly Place[], assign: (words: readonly string[]) => string): string[] =>
  places.flatMap(({ path, values }) =>
    values.map(({ option, words }) => `    "${path} ${option}") ${assign(words)} ;;`),
  );

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, values }) =>
    words.map(({ word, summary }) => {
      const value = values.find(({ option }) => option === word);
      const offered = value === undefined ? '' : ` -x -a ${singleQuoted(value.words.join(' '))}`;
      const name = word.startsWith('--') ? `-l ${word.slice(2)}${offered}` : `-a ${word}`;
      return `complete -c punctual -n ${singleQuoted(`__punctual_at "${path}"`)} ${name} -d ${fishQuoted(summary)}`;
    }),
  );
  return `# fish completion of punctual
function __punctual_at
    set -l place
    set -l typed (commandline -opc)
    set -e typed[1]
    for word in $typed
        set -l next (string join ' ' -- $place $word)
        switch "$next"
            case ${pathsOf(places)
              .map((path) => `'${path}'`)
              .join(' ')}
                set place $next
        end
    end
    test "$place" = "$argv[1]"
end
${lines.join('\n')}
`;
}

const singleQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const fishQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
