"""An examination is an auditor's of the trail; a release's content is appraised."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graphcurate", "0009_files_brought_in"),
    ]

    operations = [
        migrations.RemoveConstraint("vignettesignature", "graph_vignettes_signed_once"),
        migrations.RemoveConstraint("examination", "graph_content_examined_once"),
        migrations.RenameModel("Examination", "Appraisal"),
        migrations.RenameField("vignettesignature", "examination", "appraisal"),
        migrations.AlterField(
            "appraisal",
            "planned",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="appraisals",
                to="graphcurate.plannedrelease",
            ),
        ),
        migrations.AddConstraint(
            "appraisal",
            models.UniqueConstraint(
                fields=["candidate_hash", "base"], name="graph_content_appraised_once"
            ),
        ),
        migrations.AddConstraint(
            "vignettesignature",
            models.UniqueConstraint(fields=["appraisal", "by"], name="graph_vignettes_signed_once"),
        ),
    ]
