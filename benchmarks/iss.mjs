// The other side of iss.py: reads a JSON line for each puzzle and writes one for each answer.
//
//     node iss.mjs CHECKOUT
//
// {"text": ".Cage~5~R1C1~R1C2", "seconds": 10} -> {"solutions": [[…]], "done": true, "guesses": 7,
// "ms": 1.5}; CPU time of the process, from the text to the second solution or the proof that there
// is none.
// {} -> [{"name": "Killer", "input": ".Cage~…", "solution": "2156…"}, …], the puzzles of CHECKOUT.

import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

globalThis.self = globalThis;
globalThis.VERSION_PARAM = '';
const root = pathToFileURL(resolve(process.argv[2]) + '/');
const { SudokuParser } = await import(new URL('js/sudoku_parser.js', root));
const { SudokuBuilder } = await import(new URL('js/solver/sudoku_builder.js', root));

// Steps between two looks at the clock: 64.
const CLOCK = 6;

class TimeUp extends Error {}

function answer({ text, seconds }) {
  const start = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const found = { solutions: [], done: false };
  let solver = null;
  try {
    solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
    solver.setProgressCallback(() => {
      if (spent() > seconds * 1000) throw new TimeUp();
    }, CLOCK);
    while (found.solutions.length < 2) {
      const solution = solver.nthSolution(found.solutions.length);
      if (!solution) break;
      found.solutions.push([...solution]);
    }
    found.done = true;
  } catch (error) {
    if (!(error instanceof TimeUp)) found.error = String(error);
  }
  found.ms = spent();
  found.guesses = solver?.state()?.counters?.guesses ?? 0;
  return found;
}

async function puzzles() {
  const { DISPLAYED_EXAMPLES, resolvePuzzleConfig } = await import(
    new URL('data/example_puzzles.js', root)
  );
  const lists = Object.values(await import(new URL('data/collections.js', root)));
  const found = [DISPLAYED_EXAMPLES, ...lists.filter(Array.isArray)].flat().map(resolvePuzzleConfig);
  const strings = found.filter(({ input }) => !input.startsWith('/'));  // paths name scripts
  return [...new Map(strings.map((puzzle) => [puzzle.input, puzzle])).values()];
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  console.log(JSON.stringify(question.text ? answer(question) : await puzzles()));
}
