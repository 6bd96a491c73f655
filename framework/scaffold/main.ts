import { cli, createApp } from '../index.ts';
import { packageVersion } from './framework-package.ts';
import { program, ScaffoldModule } from './scaffold.module.ts';

const platform = cli({ ...program, version: packageVersion() });
process.exitCode = await createApp(ScaffoldModule, { platform }).run();
