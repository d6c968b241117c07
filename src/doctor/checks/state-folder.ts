import { access, constants, open, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../errors.ts';
import { FolderInUseError, lockFolder } from '../../state/folder-lock.ts';
import { type Check, type Context, type Finding, note, ok, problem } from '../check.ts';

const lost = 'watches and what was asked are forgotten when txnbot restarts';

/** Whether a process can have the folder. Leaves nothing there: it would belong to whoever runs this, and not to the bot. */
export const stateFolder: Check = {
  name: 'state folder',
  needs: ['STATE_DIR'],
  isAsked: ({ inspected: { config, wrong } }) => config.redisUrl === undefined && !wrong.has('REDIS_URL'),
  async run(context) {
    const folder = path.resolve(context.inspected.config.state.path);
    try {
      await stat(folder);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') return [unusable(errorCode(error), context)];
      return [await withoutFolder(folder, context)];
    }
    return [await tryFolder(folder, context)];
  },
};

/** Taken for a moment, which a txnbot that starts just then waits for. */
async function tryFolder(folder: string, context: Context): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const unlock = await lockFolder(folder);
    await tryFile(folder).finally(unlock);
    return ok('The folder of STATE_DIR can be locked, written and synced.');
  } catch (error) {
    if (!(error instanceof FolderInUseError)) return unusable(errorCode(error), context);
    return note(
      'A txnbot that runs has the folder of STATE_DIR.',
      'A second one needs a folder of its own, or all of them REDIS_URL.',
    );
  }
}

/** A full disk is seen by writing alone. A txnbot that starts removes a file of this name, should it be left over. */
async function tryFile(folder: string): Promise<void> {
  const name = path.join(folder, `check.json.${process.pid}`);
  const file = await open(name, 'w', 0o600);
  try {
    await file.writeFile('{}');
    await file.sync();
  } finally {
    await file.close();
    await unlink(name);
  }
}

async function withoutFolder(folder: string, context: Context): Promise<Finding> {
  try {
    await access(path.dirname(folder), constants.W_OK | constants.X_OK);
    return ok('The folder of STATE_DIR is not there yet, and can be made.');
  } catch (error) {
    return unusable(errorCode(error), context);
  }
}

/** The bot does not start without a folder that was named, and does without the default one. */
function unusable(code: string, { inspected }: Context): Finding {
  const todo =
    code === 'ENOENT'
      ? 'Make the folder that it stands in, or name another one.'
      : 'Name a folder that the user of txnbot may write, on a disk that is neither read-only nor full.';
  if (inspected.config.state.isNamed) return problem(`The folder of STATE_DIR cannot be used (${code}).`, todo);
  return note(`The default folder cannot be used (${code}): ${lost}.`, `Set STATE_DIR. ${todo}`);
}
