import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** How one example starts txnbot, whatever the tool is. */
export interface Example {
  file: string;
  env: Record<string, string>;
  /** Where the tool puts the secrets, as files. */
  secretFiles: readonly string[];
  /** The folders that stay when the process goes. */
  volumes: readonly string[];
  /** How long it is waited for before a SIGKILL, without what a `preStop` takes of it. */
  stopSeconds: number;
}

const examplesFolder = 'src/ops/examples';

/** Reads each file of `src/ops/examples`. @throws Error for one that is no YAML, or starts no txnbot */
export function readExamples(): Example[] {
  return readdirSync(examplesFolder).map((file) => {
    const text = readFileSync(path.join(examplesFolder, file), 'utf8');
    if (file.endsWith('.service')) return ofUnit(file, text);
    const documents = parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
      for (const problem of [...document.errors, ...document.warnings]) throw problem;
      return document.toJS();
    });
    return documents[0].services ? ofCompose(file, documents[0]) : ofKubernetes(file, documents, text);
  });
}

type Yaml = ReturnType<ReturnType<typeof parseAllDocuments>[number]['toJS']>;

function ofCompose(file: string, { services, secrets }: Yaml): Example {
  const { environment, secrets: given, stop_grace_period: stop } = services.txnbot;
  return {
    file,
    env: environment,
    secretFiles: given.filter((name: string) => name in secrets).map((name: string) => `/run/secrets/${name}`),
    volumes: [],
    stopSeconds: Number.parseInt(stop, 10),
  };
}

function ofKubernetes(file: string, documents: readonly Yaml[], text: string): Example {
  const deployment = documents.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'txnbot');
  const { spec } = deployment.spec.template;
  const [container] = spec.containers;
  const secretVolume = spec.volumes.find((volume: Yaml) => volume.secret).name;
  const { mountPath } = container.volumeMounts.find(({ name }: Yaml) => name === secretVolume);
  const kept = spec.volumes.filter((volume: Yaml) => volume.persistentVolumeClaim).map(({ name }: Yaml) => name);
  return {
    file,
    env: Object.fromEntries(container.env.map(({ name, value }: Yaml) => [name, value])),
    // The secret is made by the command at the top, a key a file.
    secretFiles: [...text.matchAll(/--from-file=(\S+)/g)].map(([, key]) => `${mountPath}/${key}`),
    volumes: container.volumeMounts.filter(({ name }: Yaml) => kept.includes(name)).map((each: Yaml) => each.mountPath),
    stopSeconds: spec.terminationGracePeriodSeconds - (container.lifecycle?.preStop.sleep.seconds ?? 0),
  };
}

function ofUnit(file: string, text: string): Example {
  const values = (key: string) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  return {
    file,
    env: Object.fromEntries(values('Environment').map((pair) => pair.split(/=(.*)/s, 2))),
    secretFiles: values('LoadCredential').map((credential) => `%d/${credential.split(':', 1)}`),
    volumes: values('StateDirectory').map((name) => `%S/${name}`),
    stopSeconds: Number(values('TimeoutStopSec')),
  };
}
