import { access, constants, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../errors.ts';
import { type Check, type Finding, ok, problem } from '../check.ts';

/** Whether lines can be appended. Makes no file: it would belong to whoever runs this, and not to the bot. */
export const auditLog: Check = {
  name: 'audit log',
  needs: ['AUDIT_LOG'],
  async run({ inspected: { config } }) {
    const { log } = config.audit;
    if (log === 'stdout') return [ok('Goes to stdout, with the log.')];
    try {
      const { isFile } = await stat(log).then((found) => ({ isFile: found.isFile() }));
      if (!isFile) return [problem('AUDIT_LOG is no regular file.', 'Name a file: no folder, no pipe and no device.')];
      const file = await open(log, constants.O_APPEND | constants.O_WRONLY);
      await file.close();
      return [ok('Lines can be appended to the file of AUDIT_LOG.')];
    } catch (error) {
      return [await withoutFile(log, errorCode(error))];
    }
  },
};

async function withoutFile(log: string, code: string): Promise<Finding> {
  const todo = 'Name a file that the user of txnbot may write, on a disk that is not read-only.';
  if (code !== 'ENOENT') return problem(`The file of AUDIT_LOG cannot be appended to (${code}).`, todo);
  try {
    await access(path.dirname(log), constants.W_OK | constants.X_OK);
    return ok('The file of AUDIT_LOG is not there yet, and can be made.');
  } catch (error) {
    const why = errorCode(error);
    const make = 'Make the folder that it stands in, or name another file.';
    return problem(`The file of AUDIT_LOG is not there, and cannot be made (${why}).`, why === 'ENOENT' ? make : todo);
  }
}
