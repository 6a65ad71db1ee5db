"""A gap keeps which biomarkers a model took its name for; a miss, by what right it was asked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graphcurate", "0010_a_content_is_appraised"),
    ]

    operations = [
        migrations.AddField(
            model_name="gap",
            name="proposed",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="lookupmiss",
            name="tier",
            field=models.CharField(blank=True, max_length=20),
        ),
    ]
